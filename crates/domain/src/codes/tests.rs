use super::*;

#[test]
fn a_number_belongs_to_one_row_but_for_the_ways_of_being_signed_out() {
    let mut numbers: Vec<i64> = Code::all()
        .map(|(_, code)| code.number)
        .filter(|n| *n != 401)
        .collect();
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), count);
    assert_eq!(Code::all().filter(|(_, c)| c.number == 401).count(), 3);
}

#[test]
fn numbers_survive_javascript() {
    assert!(Code::all().all(|(_, c)| c.number > 0 && c.number < 1 << 53));
}

#[test]
fn a_row_is_found_by_its_number() {
    assert_eq!(Code::find(4_100_100_102), Some(DISABLED));
    assert_eq!(Code::find(401), Some(UNAUTHENTICATED));
    assert_eq!(Code::find(1), None);
}

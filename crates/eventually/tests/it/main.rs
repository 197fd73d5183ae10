//! The waiting itself, with a clock that jumps.

use std::future::pending;

use eventually::{LIMIT, eventually};
use tokio::time::{Instant, sleep};

#[tokio::test(start_paused = true)]
async fn it_is_asked_until_the_value_is_there() {
    let mut asked = 0;
    let value = eventually("the third answer", async || {
        asked += 1;
        (asked == 3).then_some("here")
    });
    assert_eq!(value.await, "here");
    assert_eq!(asked, 3);
}

#[tokio::test(start_paused = true)]
async fn what_comes_just_before_the_limit_is_awaited() {
    let begun = Instant::now();
    sleep(LIMIT / 2).await;
    eventually("a late one", async || begun.elapsed() > LIMIT).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "tests/it/main.rs:29:5: not in time: the end: still 7")]
async fn what_never_comes_is_told_with_its_place_and_the_last_answer() {
    eventually("the end", async || Err::<(), _>("still 7")).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "not answered in time: an answer; before: nothing")]
async fn a_question_that_is_never_answered_ends_too() {
    eventually("an answer", pending::<bool>).await;
}

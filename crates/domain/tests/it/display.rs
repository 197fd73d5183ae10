use domain::lang::Lang;
use domain::text::display;

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/display.json");
const NOW: i64 = 1_700_000_000_000;

sentences! {
    fn sizes_have_two_decimals_and_the_largest_fitting_unit() {
        for row in rows(&vectors(FILE), "bytes") {
            assert_eq!(display::format_bytes(row[0].as_f64().unwrap()), row[1].as_str().unwrap(), "{row}");
        }
        assert_eq!(display::format_bytes(f64::NAN), "0.00 B");
    }

    fn money_drops_trailing_zeros() {
        for row in rows(&vectors(FILE), "fen") {
            assert_eq!(display::format_fen(row[0].as_i64().unwrap()), row[1].as_str().unwrap(), "{row}");
        }
    }

    fn durations_name_days_hours_and_minutes() {
        for row in rows(&vectors(FILE), "duration") {
            let ms = row[0].as_i64().unwrap();
            assert_eq!(display::format_duration(ms, Lang::Zh), row[1].as_str().unwrap(), "{row}");
            assert_eq!(display::format_duration(ms, Lang::En), row[2].as_str().unwrap(), "{row}");
        }
    }

    fn remaining_time_has_words_urgency_and_ticks() {
        for row in rows(&vectors(FILE), "remaining") {
            let expire = NOW + row[0].as_i64().unwrap();
            let zh = display::remaining(expire, NOW, Lang::Zh);
            assert_eq!(zh.text, row[1].as_str().unwrap(), "{row}");
            assert_eq!(display::remaining(expire, NOW, Lang::En).text, row[2].as_str().unwrap(), "{row}");
            assert_eq!(zh.urgency.into_str(), row[3].as_str().unwrap(), "{row}");
            assert_eq!(i64::from(zh.ticks), row[4].as_i64().unwrap(), "{row}");
        }
    }

    fn ten_digit_timestamps_are_seconds() {
        for row in rows(&vectors(FILE), "timestamp") {
            assert_eq!(display::timestamp_ms(row[0].as_i64().unwrap()), row[1].as_i64().unwrap(), "{row}");
        }
    }

    fn times_are_written_in_the_zone_asked_for() {
        for row in rows(&vectors(FILE), "time") {
            let offset = i32::try_from(row[1].as_i64().unwrap()).unwrap();
            assert_eq!(display::format_time(row[0].as_i64().unwrap(), offset), row[2].as_str().unwrap(), "{row}");
        }
        assert_eq!(display::format_time(i64::MAX, 0), "");
        assert_eq!(display::format_time(NOW, i32::MAX), "");
    }

    fn time_ago_steps_at_half_a_minute_an_hour_a_day_and_two() {
        for row in rows(&vectors(FILE), "ago") {
            let then = NOW - row[0].as_i64().unwrap();
            assert_eq!(display::time_ago(then, NOW, 480, Lang::Zh), row[1].as_str().unwrap(), "{row}");
            assert_eq!(display::time_ago(then, NOW, 480, Lang::En), row[2].as_str().unwrap(), "{row}");
        }
    }

    fn clocks_show_minutes_and_from_an_hour_on_hours() {
        for (ms, text) in [(-5, "0:00"), (0, "0:00"), (59_999, "0:59"), (60_000, "1:00"), (3_599_999, "59:59"), (3_600_000, "1:00:00"), (90_061_000, "25:01:01")] {
            assert_eq!(display::format_clock(ms), text, "{ms}");
        }
    }

    fn a_csv_row_quotes_what_must_be_and_runs_no_formula() {
        for (cells, row) in [
            (&["a", "b"][..], "a,b"),
            (&["a,b", "say \"hi\"", "two\nlines"], "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\""),
            (&["=1+1", "+x", "@sum", "-cmd"], "'=1+1,'+x,'@sum,'-cmd"),
            (&["-5", "+8613800000000", "-0.05"], "-5,+8613800000000,-0.05"),
            (&["", ""], ","),
        ] {
            assert_eq!(display::csv_row(cells), row, "{cells:?}");
        }
    }
}

#[test]
fn yuan_are_read_to_the_fen() {
    for (text, fen) in [
        ("45", Some(4500)),
        (" 1,092.5 ", Some(109_250)),
        ("0.01", Some(1)),
        ("1.", Some(100)),
        ("", None),
        (".5", None),
        ("1.005", None),
        ("-1", None),
        ("1e3", None),
        ("99999999999", None),
    ] {
        assert_eq!(display::parse_yuan(text), fen, "{text}");
    }
}

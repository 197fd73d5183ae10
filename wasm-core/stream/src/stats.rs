//! Statistics of one second: frames, bits, drops, delay.

/// Most delays of one window that are kept; at 60 frames a second a window holds about 60.
const DELAYS_MAX: usize = 256;

/// Result of a window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Median delay from drawing to display, in milliseconds: of this window, or of the last one that showed a picture drawn while this
    /// connection was open; 0 before the first.
    pub delay_ms: f64,
    /// Pictures shown per second.
    pub fps: f64,
    /// Kilobits received per second.
    pub kbps: f64,
    /// Pictures of this window that were never shown.
    pub dropped: u32,
}

/// Counts of the window under way.
#[derive(Debug, Default)]
pub struct Window {
    since_ms: f64,
    bytes: u64,
    shown: u32,
    dropped: u32,
    delays_us: Vec<u64>,
    last_delay_ms: f64,
}

impl Window {
    /// Begins at `now_ms`, forgetting what was counted but not the last delay.
    pub fn start(&mut self, now_ms: f64) {
        let (last_delay_ms, mut delays_us) =
            (self.last_delay_ms, std::mem::take(&mut self.delays_us));
        delays_us.clear();
        *self = Self {
            since_ms: now_ms,
            last_delay_ms,
            delays_us,
            ..Self::default()
        };
    }

    /// Counts a message of so many bytes.
    pub fn received(&mut self, bytes: u32) {
        self.bytes += u64::from(bytes);
    }

    /// Counts pictures that were dropped here, or left out before they came.
    pub fn dropped(&mut self, pictures: u32) {
        self.dropped = self.dropped.saturating_add(pictures);
    }

    /// Counts a picture that was shown `age_us` after it was drawn, where that is known, over a connection that is open for `open_us`. The age
    /// of a picture that was drawn before the connection opened is ignored: the server kept it for new viewers, so it says nothing of the delay.
    pub fn shown(&mut self, age_us: Option<u64>, open_us: u64) {
        self.shown += 1;
        let has_room = self.delays_us.len() < DELAYS_MAX;
        if let Some(age_us) = age_us.filter(|age_us| has_room && *age_us <= open_us) {
            self.delays_us.push(age_us);
        }
    }

    /// Ends the window at `now_ms` and begins the next.
    pub fn finish(&mut self, now_ms: f64) -> Summary {
        if !self.delays_us.is_empty() {
            let middle = self.delays_us.len() / 2;
            let (_, median, _) = self.delays_us.select_nth_unstable(middle);
            self.last_delay_ms = *median as f64 / 1_000.0;
        }
        let elapsed_ms = (now_ms - self.since_ms).max(1.0);
        let summary = Summary {
            delay_ms: self.last_delay_ms,
            fps: f64::from(self.shown) * 1_000.0 / elapsed_ms,
            kbps: self.bytes as f64 * 8.0 / elapsed_ms,
            dropped: self.dropped,
        };
        self.start(now_ms);
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Duration of an hour.
    const LONG_US: u64 = 3_600_000_000;

    #[test]
    fn a_window_is_counted_per_second_whatever_its_length() {
        let mut window = Window::default();
        window.start(1_000.0);
        for delay in [90_000, 10_000, 20_000] {
            window.received(2_500);
            window.shown(Some(delay), LONG_US);
        }
        window.shown(None, LONG_US);
        window.dropped(2);
        let summary = window.finish(3_000.0);
        assert_eq!(
            summary,
            Summary {
                delay_ms: 20.0,
                fps: 2.0,
                kbps: 30.0,
                dropped: 2
            }
        );
    }

    #[test]
    fn a_quiet_window_keeps_the_last_delay_and_nothing_else() {
        let mut window = Window::default();
        window.shown(Some(12_000), LONG_US);
        window.dropped(1);
        window.finish(1_000.0);
        assert_eq!(
            window.finish(2_000.0),
            Summary {
                delay_ms: 12.0,
                fps: 0.0,
                kbps: 0.0,
                dropped: 0
            }
        );
    }

    #[test]
    fn a_picture_from_before_the_connection_is_shown_and_delays_nothing() {
        let mut window = Window::default();
        let mut finish = |now_ms, age_us, open_us| {
            window.shown(Some(age_us), open_us);
            let Summary { delay_ms, fps, .. } = window.finish(now_ms);
            (delay_ms, fps)
        };
        assert_eq!(finish(1_000.0, 4_256_000, 80_000), (0.0, 1.0));
        assert_eq!(finish(2_000.0, 31_000, 1_080_000), (31.0, 1.0));
    }

    #[test]
    fn a_window_without_length_divides_by_no_zero() {
        let mut window = Window::default();
        window.shown(None, LONG_US);
        assert!(window.finish(0.0).fps.is_finite());
    }

    #[test]
    fn a_flood_of_pictures_keeps_a_bounded_number_of_delays() {
        let mut window = Window::default();
        for _ in 0..DELAYS_MAX + 10 {
            window.shown(Some(1), LONG_US);
        }
        assert_eq!(window.delays_us.len(), DELAYS_MAX);
        assert_eq!(window.shown as usize, DELAYS_MAX + 10);
    }
}

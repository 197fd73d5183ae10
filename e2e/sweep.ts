// Extent of a run every day and in a sweep: `OWLDECK_E2E_SWEEP=1` walks each behaviour in both languages on both layouts, judges both themes
// everywhere, goes on for as long as endurance needs, and runs what is marked SWEPT too. `cargo xtask trust browsers` is such a sweep.

export const SWEEP = process.env.OWLDECK_E2E_SWEEP === '1';

/** For `test(title, SWEPT, …)`: a walk whose sentences stand in tests below the browser as well, or a proof of endurance. Every day it is left out. */
export const SWEPT = { tag: '@sweep' } as const;

/** For a test that measures seconds in a sweep: there it runs when all others are done, and alone. */
export const TIMED = { tag: '@timed' } as const;

/** So much every day, so much in a sweep. */
export const daily = <T>(everyDay: T, sweep: T): T => (SWEEP ? sweep : everyDay);

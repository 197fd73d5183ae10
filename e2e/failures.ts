// Failed tests, in a file of their own: the run's output is long, and whoever keeps it may keep its end alone.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Enough of an error to know it by. */
const LINES = 12;

const told = (test: TestCase): string => {
  const errors = test.results.at(-1)?.errors ?? [];
  const words = stripVTControlCharacters(errors.map(({ message }) => message ?? '').join('\n'));
  return [test.titlePath().filter(Boolean).join(' › '), ...words.split('\n').slice(0, LINES)].join('\n    ');
};

export default class Failures implements Reporter {
  private suite: Suite | undefined;

  constructor(private readonly options: { file: string }) {}

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const failed = (this.suite?.allTests() ?? []).filter((test) => test.outcome() === 'unexpected').map(told);
    if (status === 'timedout') failed.push('the whole run took too long');
    writeFileSync(this.options.file, failed.join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}

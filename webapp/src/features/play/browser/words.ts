// The verdicts in words, and the report as plain text that a member sends to support.
import type { TFunction } from 'i18next';
import { type Group, type Line, type Summary, summaryOf, type Tone } from './verdicts';

export const verdictWords = ({ state, ms }: Line, t: TFunction): string =>
  t(`browser.state.${state}`, { ms: ms === undefined ? '' : Math.round(ms) });

export interface SummaryWords {
  title: string;
  text: string;
  todo: string | null;
}

export function summaryWords(summary: Summary, t: TFunction, lang: string): SummaryWords {
  switch (summary.kind) {
    case 'all':
      return { title: t('browser.summary.all'), text: t('browser.summaryText.all'), todo: null };
    case 'but': {
      const names = summary.limited.map(({ key }) => t(`browser.line.${key}`));
      const list = new Intl.ListFormat(lang).format(names);
      return {
        title: t('browser.summary.but', { count: names.length }),
        text: summary.insecure ? t('browser.summaryText.insecure') : t('browser.summaryText.list', { list }),
        todo: summary.insecure ? t('browser.todo.https') : null,
      };
    }
    case 'none': {
      const { so, todo } = summary.cause;
      return {
        title: t('browser.summary.none'),
        text: t(`browser.so.${so}`),
        todo: todo ? t(`browser.todo.${todo}`) : null,
      };
    }
  }
}

/** Where and when the report was made. */
export interface Circumstances {
  product: string;
  atMs: number;
  address: string;
  agent: string;
  lang: string;
}

const marks: Record<Tone, string> = { good: '+', note: '·', less: '!', bad: 'x' };

/** Plain text: circumstances, summary, a line for each verdict. */
export function reportOf(groups: readonly Group[], around: Circumstances, t: TFunction): string {
  const { title, text } = summaryWords(summaryOf(groups), t, around.lang);
  const head = [
    around.product,
    `${t('browser.reportTime')}: ${new Date(around.atMs).toISOString()}`,
    `${t('browser.reportAddress')}: ${around.address}`,
    `${t('browser.reportAgent')}: ${around.agent}`,
    '',
    title,
    text,
  ];
  const parts = groups.flatMap(({ key, lines }) => [
    '',
    t(`browser.group.${key}`),
    ...lines.map((line) => {
      const verdict = `${marks[line.tone]} ${t(`browser.line.${line.key}`)}: ${verdictWords(line, t)}`;
      const lost = line.tone === 'less' || line.tone === 'bad';
      return lost ? `${verdict}. ${t(`browser.so.${line.so}`)}` : verdict;
    }),
  ]);
  return [...head, ...parts].join('\n');
}

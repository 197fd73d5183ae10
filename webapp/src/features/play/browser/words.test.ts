import i18next, { type TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { type Locale, locale } from '@/core/storage';
import { loadWords, startLanguage } from '@/i18n';
import english from '@/i18n/en-US/browser.json';
import chinese from '@/i18n/zh-CN/browser.json';
import { insecure, whole } from './facts.test-kit';
import { groupsOf, summaryOf } from './verdicts';
import { reportOf, summaryWords } from './words';

async function speak(lang: Locale): Promise<TFunction> {
  locale.set(lang);
  await startLanguage();
  await loadWords(['browser']);
  return i18next.t;
}

const around = (lang: Locale) => ({
  product: 'Owldeck v1',
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
  address: 'http://console.test:8080',
  agent: 'Mozilla/5.0 (Owl)',
  lang,
});

describe('the summary', () => {
  it('counts what is limited, and says why it is, in both languages', async () => {
    const summary = summaryOf(groupsOf(insecure));
    const zh = await speak('zh-CN');
    expect(summaryWords(summary, zh, 'zh-CN')).toEqual({
      title: '能用，但有 8 项受限',
      text: '多半因为页面不是通过 https 打开。',
      todo: chinese.browser.todo.https,
    });
    const en = await speak('en-US');
    expect(summaryWords(summary, en, 'en-US').title).toBe('Works, but 8 things are limited');
    const one = summaryOf(groupsOf({ ...whole, fullscreen: false }));
    expect(summaryWords(one, en, 'en-US')).toEqual({
      title: 'Works, but 1 thing is limited',
      text: 'Limited: Full screen.',
      todo: null,
    });
  });

  it('of a browser without a picture says the cause and what to do', async () => {
    const en = await speak('en-US');
    const summary = summaryOf(groupsOf({ ...whole, picture: null }));
    expect(summaryWords(summary, en, 'en-US')).toEqual({
      title: 'Pictures do not work here',
      text: english.browser.so.noWorker,
      todo: english.browser.todo.reload,
    });
  });
});

describe('the report', () => {
  it('names circumstances, summary, every verdict, and what follows from the bad ones', async () => {
    const en = await speak('en-US');
    const groups = groupsOf(insecure);
    const report = reportOf(groups, around('en-US'), en).split('\n');
    expect(report.slice(0, 6)).toEqual([
      'Owldeck v1',
      'Time: 2026-01-02T03:04:05.000Z',
      'Address: http://console.test:8080',
      'Browser: Mozilla/5.0 (Owl)',
      '',
      'Works, but 8 things are limited',
    ]);
    const verdicts = report.filter((line) => /^[+·!x] /.test(line));
    expect(verdicts).toHaveLength(groups.flatMap(({ lines }) => lines).length);
    expect(verdicts.filter((line) => line.startsWith('! '))).toHaveLength(8);
    expect(report).toContain('+ Round trip to the server: 12 ms');
    expect(report).toContain(`! The browser's decoder (VideoDecoder): missing. ${english.browser.so.decoderSoft}`);
    expect(report).toContain('· H.264 Baseline picture: by software');
  });

  it('is Chinese in Chinese', async () => {
    const zh = await speak('zh-CN');
    const report = reportOf(groupsOf(whole), around('zh-CN'), zh);
    expect(report).toContain('一切就绪');
    expect(report).toContain('+ 软件解码器 (wasm): 可用，31 毫秒加载');
  });
});

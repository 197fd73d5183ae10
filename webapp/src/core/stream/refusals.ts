// Refusals by the browser, not the server: their words, for pages that show a refusal's own.
import type { OpenPlayOptions, RefusedReason } from './types';

type Lang = OpenPlayOptions['lang'];

const words: Record<RefusedReason, Record<Lang, string>> = {
  tooOld: {
    'zh-CN': '浏览器版本过旧，无法显示画面，请升级浏览器',
    'en-US': 'This browser is too old to show pictures. Use a newer one.',
  },
  notLoaded: {
    'zh-CN': '画面组件加载失败，请刷新页面',
    'en-US': 'The picture module could not be loaded. Reload the page.',
  },
  canvasTaken: { 'zh-CN': '画面区域不可用，请刷新页面', 'en-US': 'The picture area cannot be used. Reload the page.' },
};

export const refusalWords = (reason: RefusedReason, lang: Lang): string => words[reason][lang];

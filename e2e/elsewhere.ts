// A browser that sees the server at a network address over plain http: no secure context, and so no VideoDecoder.
import config from './playwright.config';

/** Remark of Chromium's own on a header of such a page; that is no fault of the page. */
export const REMARK = /^The Cross-Origin-Opener-Policy header has been ignored/;

const ELSEWHERE = 'console.test';
const launch = config.use?.launchOptions;

/** For `test.use`. */
export const atNetworkAddress = {
  launchOptions: { ...launch, args: [...(launch?.args ?? []), `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`] },
};

/** Address of the same server by the other name. */
export const elsewhere = (origin: string): string => origin.replace('127.0.0.1', ELSEWHERE);

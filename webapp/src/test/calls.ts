// Requests of the web app as a stand-in for `fetch` gets them.
import { operations } from '@/contract/operations';

/** Name of the operation that a request calls, by the API document; empty where there is none. A number in the path stands for its parameter. */
export function operationOf(url: string, method: string): string {
  const { pathname } = new URL(url, 'http://owl.example');
  const numbered = pathname.replace(/\/\d+(?=\/|$)/g, '/{id}');
  const paths = [pathname, numbered];
  const called = Object.entries(operations).find(
    ([, [each, path]]) => each === method && paths.includes(path.replace(/\{\w+\}/g, '{id}')),
  );
  return called?.[0] ?? '';
}

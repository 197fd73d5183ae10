// Builds the bench's page once, before the tests that feed the stream worker from a server of their own.
import { builtPage } from './bench/browser.mjs';

export default function build(): void {
  builtPage();
}

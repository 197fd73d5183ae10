// How the browser came to this page: by an address or a link, not by loading it again and not by going back.

/** Whether the document was navigated to afresh. A browser that does not say counts as fresh. */
export function isFreshNavigation(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  const type = (entry as PerformanceNavigationTiming | undefined)?.type;
  return type === undefined || type === 'navigate';
}

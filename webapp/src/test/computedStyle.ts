/** Properties that an element takes from its ancestors: their names in a style sheet, and their values where no ancestor sets one. */
const INHERITED: Record<string, readonly [name: string, initial: string]> = {
  visibility: ['visibility', 'visible'],
  pointerEvents: ['pointer-events', 'auto'],
};

/**
 * The window's `getComputedStyle` for pages without style sheets, as tests render them. What queries by role and user-event read comes from the
 * attributes `style` and `hidden` and from the element's kind; every other property from the window's own function.
 */
export function computedStyle({ getComputedStyle, document }: Window & typeof globalThis): typeof getComputedStyle {
  const ofKinds = new Map<string, string>();
  const ofKind = (kind: string): string => {
    const display = ofKinds.get(kind) ?? getComputedStyle(document.createElement(kind)).display;
    ofKinds.set(kind, display);
    return display;
  };
  const quickly = (element: HTMLElement, name: string): string | undefined => {
    if (name === 'display') return element.style.display || (element.hidden ? 'none' : ofKind(element.localName));
    const inherited = INHERITED[name];
    if (!inherited) return undefined;
    const [inSheet, initial] = inherited;
    return element.closest<HTMLElement>(`[style*="${inSheet}"]`)?.style.getPropertyValue(inSheet) || initial;
  };
  // jsdom has no styles of pseudo-elements: names of elements ask for the texts before and after them, antd for the scrollbar's.
  const nothing = document.createElement('i').style;
  return (element, pseudo) =>
    pseudo
      ? nothing
      : new Proxy(nothing, {
          get: (_, name) => {
            if (name === 'getPropertyValue')
              return (asked: string) =>
                quickly(element as HTMLElement, asked) ?? getComputedStyle(element).getPropertyValue(asked);
            const whole = () => Reflect.get(getComputedStyle(element), name);
            return typeof name === 'string' ? (quickly(element as HTMLElement, name) ?? whole()) : whole();
          },
        });
}

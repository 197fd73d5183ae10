// Below which path of its origin the server is seen: the page that it serves says so. Empty where it has the whole host.

export const base: string = document.documentElement.dataset.base ?? '';

/** Where a path of the server's is found from here. */
export const below = (path: string): string => base + path;

/** Where the server describes all its calls. */
export const API_DOCUMENT = below('/app-api/openapi.json');

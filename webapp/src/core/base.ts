// Base path under which the server is reached on its origin, as the served page states it. Empty where the server has the whole host.

export const base: string = document.documentElement.dataset.base ?? '';

/** Address of a server's path, with the base path in front. */
export const below = (path: string): string => base + path;

/** Address of the API document. */
export const API_DOCUMENT = below('/app-api/openapi.json');

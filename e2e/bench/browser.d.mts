/** The recording's access units. */
export const units: Buffer[];
/** Where the bench's page lies once it is built. */
export const benchPage: string;
/** Builds the bench's page; where it lies. */
export function builtPage(): string;

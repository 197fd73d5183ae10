/** The recording's access units. */
export const units: Buffer[];
/** Builds the bench's page, unless told that it is built; where it lies. */
export function builtPage(build?: boolean): string;

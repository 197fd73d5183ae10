// The zone in which this browser's days and months begin, as calls name it.
export const browserZone = () => ({ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });

/** The first three numbers of loopback addresses, with a full stop, which no other process of this machine uses for a fleet. */
export const ownNetwork = (): string => `127.${100 + (process.pid % 100)}.${1 + ((process.pid >> 7) % 250)}.`;

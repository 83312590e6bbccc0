/** What this machine lacks to run a fleet, in one line; undefined where it lacks nothing. */
export const lacksForFleet = () =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'The fleet needs Linux and root: it runs Debian in a folder, by debootstrap, unshare and chroot.';

/**
 * Holds Back and Forward while `isHeld`, until `ask` has resolved to true; returns the function that stops it. Browsers
 * without the Navigation API have left the entry when they report it: it is added again.
 */
export function holdTraversals(isHeld: () => boolean, ask: () => Promise<boolean>): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let isAllowed = false;
  const askThen = async (proceed: () => unknown) => {
    if (!(await ask())) return;
    isAllowed = true;
    window.addEventListener('popstate', () => setTimeout(() => (isAllowed = false)), { once: true, signal });
    proceed();
  };
  const stop = () => controller.abort();

  const { navigation } = window;
  if (navigation) {
    const hold = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || isAllowed || !isHeld()) return;
      event.preventDefault();
      const { key } = event.destination;
      void askThen(() => navigation.traverseTo(key));
    };
    navigation.addEventListener('navigate', hold, { signal });
    return stop;
  }

  let present = entryNow();
  const remember = () => {
    present = entryNow();
  };
  // A user acts on the entry before leaving it.
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, remember, { capture: true, signal });
  const hold = (event: PopStateEvent) => {
    if (isAllowed || !isHeld()) return;
    event.stopImmediatePropagation();
    // The router must not take this for a navigation of its own.
    History.prototype.pushState.call(window.history, present.state, '', present.href);
    void askThen(() => window.history.back());
  };
  window.addEventListener('popstate', hold, { capture: true, signal });
  return stop;
}

const entryNow = () => ({ state: window.history.state, href: window.location.href });

import { createHash } from 'node:crypto';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { SAMPLE_OPERATIONS } from './sample-operations.ts';

/** The bearer and the cost, above the editor. */
const BAR = `<form id="bearer">
  <label>Access token <input name="token" type="password" autocomplete="off" required></label>
  <button>Use</button>
  <output id="cost">The token of a service account, or the data.access_token that POST /v1/tokens answers. It is kept until the page is closed.</output>
</form>`;

/**
 * The tabs can be dragged: the editor's library moves a tab by an offset that it measured before the layout. The first
 * press would move the tab away from under the pointer, so that nothing was clicked.
 */
const STYLE = `<style>
  body { display: flex; flex-direction: column; height: 100vh; margin: 0; font: 14px system-ui, sans-serif; }
  #bearer { align-items: center; background: #fff; border-bottom: 1px solid #ccc; color: #222; display: flex; flex: none; gap: 8px; padding: 8px 16px; }
  #root { flex: auto; min-height: 0; }
  .graphiql-tab { transform: none !important; }
</style>`;

/**
 * Requests wait for a token, and get it unless the header editor has another one. The cost of each answer is shown. It
 * runs before the editor, which calls `fetch` by its global name.
 */
const SCRIPT = `<script>
(() => {
  const send = window.fetch.bind(window);
  const [form, cost] = [document.querySelector('#bearer'), document.querySelector('#cost')];
  let token = '';
  const entered = new Promise((enter) => form.addEventListener('submit', (event) => {
    event.preventDefault();
    token = form.elements.token.value.trim();
    enter();
  }));
  const show = ({ extensions, errors }) => {
    const known = extensions?.cost ?? errors?.find((error) => error.extensions?.cost)?.extensions.cost;
    if (!known) return;
    const { requested, limit, remaining, resetsAt } = known;
    const rest = remaining === null ? '' : '; ' + remaining + ' left until ' + new Date(resetsAt).toLocaleTimeString();
    cost.value = 'Cost ' + requested + ' of at most ' + limit + rest;
  };
  window.fetch = async (address, init = {}) => {
    await entered;
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', 'Bearer ' + token);
    const answer = await send(address, { ...init, headers });
    if (answer.headers.get('content-type')?.includes('json')) answer.clone().json().then(show, () => {});
    return answer;
  };
})();
</script>`;

/** The page for trying operations, and the policy that lets it run only its own scripts and send to this server alone. */
export function graphiqlPage(): { html: string; policy: string } {
  const rendered = renderGraphiQL({
    title: 'Channel Booking',
    defaultTabs: [...SAMPLE_OPERATIONS],
    // The editor would otherwise store tokens in the browser.
    shouldPersistHeaders: false,
  });
  const root = '<div id="root"></div>';
  const html = rendered.replace('</head>', () => `${STYLE}</head>`).replace(root, () => `${BAR}${root}${SCRIPT}`);
  const hashes = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64');
    return `'sha256-${hash}'`;
  });
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}

import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressRules, mayDial, RefusedAddress, type Resolve, resolveAll } from './addresses.ts';

/** What else decides about connections; for tests and for operators with an authority of their own. */
export type ConnectorOptions = {
  /** Resolves names (default: as the operating system does). */
  resolve?: Resolve;
  /** Certificates, in PEM, that are trusted in place of the usual authorities. */
  ca?: string;
};

/**
 * Makes connections to receivers, and only to such as may be dialled. The addresses are checked after the name was
 * resolved and the checked ones are those that are dialled, so that a name can't change its mind in between.
 */
export function createAgent(rules: AddressRules, { resolve = resolveAll, ca }: ConnectorOptions = {}): Agent {
  const connectors = new Map<number, buildConnector.connector>();
  const connectorTo = (port: number) => {
    const known = connectors.get(port) ?? newConnector(port, rules, resolve, ca);
    connectors.set(port, known);
    return known;
  };
  return new Agent({
    connect: (options, callback) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      // No name is looked up for an IP address, so that the check below never sees it.
      if (isIP(host) && !mayDial(host, port, rules)) callback(refused(), null);
      else connectorTo(port)(options, callback);
    },
  });
}

function newConnector(port: number, rules: AddressRules, resolve: Resolve, ca: string | undefined) {
  return buildConnector({
    ...(ca === undefined ? {} : { ca }),
    allowH2: false,
    lookup: (host, options, callback) => {
      resolve(host).then(
        (addresses) => {
          const [first] = addresses;
          // One bad address spoils the name: which of them is dialled is not ours to foresee.
          if (!first || !addresses.every(({ address }) => mayDial(address, port, rules))) callback(refused(), []);
          else if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
  });
}

const refused = () => new RefusedAddress('The address is not public, or its port is not a usual one.');

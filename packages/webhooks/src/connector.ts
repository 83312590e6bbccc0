import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressRules, mayConnectTo, RefusedAddress, type Resolve, resolveAll } from './addresses.ts';

/** Options of connections, for tests and for operators with their own certificate authority. */
export type ConnectorOptions = {
  /** Resolves names (default: the resolver of the operating system). */
  resolve?: Resolve;
  /** Trusted certificates, in PEM, that replace the default authorities. */
  ca?: string;
};

/**
 * Makes connections to receivers, and only to allowed addresses. The addresses are checked after the name is resolved,
 * and the connection uses exactly the checked addresses, so that a changed DNS answer has no effect.
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
      // For an IP address there is no DNS lookup, so the check below does not see it.
      if (isIP(host) && !mayConnectTo(host, port, rules)) callback(refused(), null);
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
          // One forbidden address refuses the name, because any of its addresses may be used for the connection.
          if (!first || !addresses.every(({ address }) => mayConnectTo(address, port, rules))) callback(refused(), []);
          else if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
  });
}

const refused = () => new RefusedAddress('The address is not public, or its port is not allowed.');

/** The roles, issuers and clients through which an organization sells, and the format of its reference codes. */
export type Channel = {
  role: string;
  issuer: string;
  weight: number;
  /** Clients with their purchase frequency; the first is the role's own. */
  clients: readonly { key: string; weight: number; contacts: readonly string[] }[];
  reference: { prefix: string; likelihood: number };
  sources: readonly string[];
  /** Prices are agreed per group instead of taken from the rate. */
  negotiated?: number;
};

export const homeChannels: readonly Channel[] = [
  {
    role: 'partner-desk',
    issuer: 'partner',
    weight: 60,
    clients: [
      { key: 'keizers-travel', weight: 6, contacts: ['femke-bakker'] },
      { key: 'delta-river-cruises', weight: 2, contacts: ['olivier-lambert'] },
      { key: 'oosterdok-congress', weight: 1, contacts: ['pedro-marques'] },
      { key: 'atlantic-student-travel', weight: 1, contacts: ['pedro-marques'] },
    ],
    reference: { prefix: 'KTD', likelihood: 0.85 },
    sources: ['agent-portal', 'phone', 'email'],
  },
  {
    role: 'concierge',
    issuer: 'julia-meijer',
    weight: 13,
    clients: [{ key: 'hotel-zwanenburgh', weight: 1, contacts: ['hannah-price'] }],
    reference: { prefix: 'HZ', likelihood: 0.7 },
    sources: ['lobby', 'phone'],
  },
  {
    role: 'web-shop',
    issuer: 'noah-bennett',
    weight: 17,
    clients: [{ key: 'direct-guests', weight: 1, contacts: ['hannah-price'] }],
    reference: { prefix: 'WEB', likelihood: 1 },
    sources: ['web', 'newsletter', 'app'],
  },
  {
    role: 'groups-desk',
    issuer: 'katrin-lehmann',
    weight: 10,
    clients: [{ key: 'rheinmaas-groups', weight: 1, contacts: ['annika-schroeder'] }],
    reference: { prefix: 'RMG', likelihood: 0.9 },
    sources: ['email', 'fair'],
    negotiated: 0.6,
  },
];

export const northChannels: readonly Channel[] = [
  {
    role: 'nordlys-sales',
    issuer: 'outsider',
    weight: 3,
    clients: [{ key: 'kystlinje-guests', weight: 1, contacts: ['astrid-moen'] }],
    reference: { prefix: 'NR', likelihood: 0.8 },
    sources: ['ship', 'phone'],
  },
  {
    role: 'nordlys-kiosk',
    issuer: 'sindre-aasen',
    weight: 1,
    clients: [{ key: 'hotell-fjellro', weight: 1, contacts: [] }],
    reference: { prefix: 'NK', likelihood: 0.5 },
    sources: ['lobby'],
  },
];

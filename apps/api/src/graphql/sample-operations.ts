/** The tabs with which the page for trying operations begins: reads that work in the demo world, the simplest first. */
export const SAMPLE_OPERATIONS: readonly { query: string; variables?: string }[] = [
  {
    query: `# The newest orders, page by page. Run it by Ctrl-Enter; its cost appears at the top of the page.
query NewestOrders($page: Int = 1) {
  orders(page: $page, perPage: 10) {
    id
    databaseId
    status
    startsAtLocal
    city { name }
    totalPrices { sold { amount currency { code } } }
  }
  ordersMeta(perPage: 10) { total lastPage }
}
`,
  },
  {
    query: `# Booked orders that lack a driver or a guide.
query UnassignedPickups {
  orders(filter: { isUnassigned: true, status: [Booked] }, perPage: 20) {
    id
    databaseId
    startsAtLocal
    pickup { date time driver { name } }
    tourGuide { name }
    passengers { firstName lastName }
  }
}
`,
  },
  {
    query: `# One order, by its id or its reference code.
query OneOrder($reference: String!) {
  order(reference: $reference) {
    id
    databaseId
    version
    updatedAt
    tags { key value }
  }
}
`,
    variables: '{ "reference": "5" }',
  },
  {
    query: `# Who sends these operations, and through which roles.
query Whoami {
  viewer {
    id
    name
    scopes
    roles { id name permissions { name } }
  }
}
`,
  },
];

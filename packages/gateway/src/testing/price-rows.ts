const prices = [{ model: 'm', price: { input: 1 } }];

/** Inputs of allowed calls to the price book, for the table of access levels. */
export const priceRows = {
  'GET /api/price/': { input: () => ({}) },
  'GET /api/price/history': { input: () => ({ model: 'gpt-4o' }) },
  'GET /api/price/unpriced': { input: () => ({}) },
  'PUT /api/price/': { input: () => ({ prices }) },
  'PUT /api/price/pin': { input: () => ({ models: ['m'], pinned: true }) },
  'POST /api/price/review': { input: () => ({ sources: [{ kind: 'shipped' }] }) },
  'POST /api/price/apply': { input: () => ({ source: 's', prices }) },
};

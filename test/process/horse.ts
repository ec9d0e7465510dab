/**
 * A horse, as a body, for tests that ask for any coat at all. They serve the shipped rules: the build left those
 * prepared, and a server of any others takes three times as long to start.
 */

export const HORSE = JSON.stringify({ base: { agouti: ['A', 'a'], extension: ['E', 'e'] } })

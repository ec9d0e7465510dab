/**
 * Reports on checks for people who run several tools: what failed, and at last how many passed and failed.
 */
export default async function* counts(events) {
  let passed = 0
  let failed = 0
  for await (const { type, data } of events) {
    if (type === 'test:pass') passed += 1
    if (type !== 'test:fail') continue
    failed += 1
    const { error } = data.details
    yield `not ok: ${data.name}\n${error.cause?.stack ?? error.cause ?? error.message}\n`
  }
  yield `${passed} passed, ${failed} failed\n`
}

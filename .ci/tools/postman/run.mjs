/**
 * Runs the collection with newman against the server at ROBE_URL, with the key ROBE_KEY. Given a folder, writes the
 * collection of openapi.yaml and its environment there instead, for Postman.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import newman from 'newman'
import { collectionOf, environmentOf } from './collection.mjs'

// Robe's own; the folder here has an older one.
const { parse } = createRequire(new URL('../../../package.json', import.meta.url))('yaml')

const [folder] = process.argv.slice(2)
if (folder === undefined) await run(process.env.ROBE_URL, process.env.ROBE_KEY)
else await write(folder)

async function run(url, key) {
  const document = await (await fetch(`${url}/openapi.json`)).json()
  const parts = { collection: await collectionOf(document), environment: environmentOf(url, key) }
  const { stats, failures } = (await promisify(newman.run)(parts)).run
  for (const { error, parent, source } of failures)
    console.log(`${parent.name}, ${source?.name}: ${error.test ?? ''} ${error.message}`)
  const { requests, assertions } = stats
  console.log(
    `${requests.total} requests, ${assertions.total - failures.length} passed, ${failures.length} failed`,
  )
  process.exitCode = failures.length > 0 || assertions.total === 0 ? 1 : 0
}

async function write(folder) {
  mkdirSync(folder, { recursive: true })
  const document = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'))
  const files = {
    'robe.postman_collection.json': await collectionOf(document),
    'robe.postman_environment.json': environmentOf('http://127.0.0.1:3000', ''),
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
    console.log(join(folder, name))
  }
}

/**
 * The one version that is released, printed: `node .ci/release-version.mjs [tag]`, in the folder of the project.
 * Guarantees: it fails unless all packages, the contract, the changelog and the tag say the same, and names each that does
 * not. A package whose folder is not there says nothing.
 */
import { existsSync, readFileSync } from 'node:fs'

const read = (file) => readFileSync(file, 'utf8')
const json = (file) => JSON.parse(read(file))

const { version } = json('package.json')
const [tag] = process.argv.slice(2)

/** What each place says; undefined where it says nothing, which is wrong too. */
const said = {
  'package-lock.json': json('package-lock.json').version,
  'openapi.yaml': /^ {2}version: (\S+)$/m.exec(read('openapi.yaml'))?.[1],
  'CHANGELOG.md': [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)]
    .map(([, heading]) => heading)
    .find((heading) => heading === version),
  ...(existsSync('clients/typescript') && {
    'clients/typescript/package.json': json('clients/typescript/package.json').version,
  }),
  ...(existsSync('clients/python') && {
    'clients/python/pyproject.toml': /^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1],
  }),
  ...(tag !== undefined && { [`the tag ${tag}`]: /^v(.+)$/.exec(tag)?.[1] }),
}

const faults = Object.entries(said)
  .filter(([, other]) => other !== version)
  .map(([place, other]) => `${place} says ${other ?? 'nothing of it'}, package.json ${version}`)
// Pre-releases would need their own tags in registries, where the newest is what everybody gets.
if (!/^\d+\.\d+\.\d+$/.test(version)) faults.push(`package.json says ${version}, which is no x.y.z`)
for (const fault of faults) console.error(`error: ${fault}`)
if (faults.length === 0) console.log(version)
else process.exitCode = 1

// Prints what the service is made of, as CycloneDX: every package of the lock file but those of development alone.
// `npm sbom --omit dev` cannot: it leaves out what the service shares with a tool (https://github.com/npm/cli/issues/7909).
import { execFileSync } from 'node:child_process'

const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
const bom = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))

const isOfDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
const components = bom.components.filter((component) => !isOfDevelopment(component))

const kept = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']))
const dependencies = bom.dependencies.flatMap(({ ref, dependsOn = [] }) =>
  kept.has(ref) ? [{ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }] : [],
)
process.stdout.write(`${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`)

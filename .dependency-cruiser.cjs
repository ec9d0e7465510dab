/**
 * The layer law: who may import whom, and which file may know which package.
 * Guarantees: a file imports from its own folder or a lower layer only; no cycles; every npm package can be
 * replaced by editing the one or two files that adapt it.
 * Leaves to others: running it (npm run lint, test/layers.slow.ts).
 */

/** Folder of src/ → layer. */
const LAYERS = {
  common: 0,
  genetics: 1,
  rules: 2,
  model: 3,
  naming: 3,
  inference: 4,
  picture: 4,
  reports: 4,
  operations: 5,
  access: 5,
  stores: 6,
  workbench: 6,
  pages: 6,
  service: 7,
}

/** The top: files of src/ itself, and the commands they offer. They may import each other and everything below. */
const TOP = '^src/(cli/|[^/]+\\.ts$)'

/** Further bans inside what the layers allow: folder → folders. */
const BANS = { access: ['genetics', 'rules', 'model', 'naming', 'inference'] }

/** Folders that compute: what they need from outside is handed to them. */
const PURE = [
  'common',
  'genetics',
  'model',
  'naming',
  'inference',
  'access',
  'operations',
  'picture',
  'reports',
]
const OUTSIDE = '^(node:)?(fs|http|https|http2|child_process|dgram|tls|readline|cluster)(/|$)'

/** Package → the files of src/ that adapt it. Everything else reaches it through them. */
const ADAPTERS = {
  '@modelcontextprotocol/server': ['cli/assistants/mcp.ts'],
  '@tinyhttp/app': ['service/http/app.ts'],
  ajv: ['rules/checks/schema.ts', 'service/http/contract/validators.ts'],
  'ajv-formats': ['service/http/contract/validators.ts'],
  'close-with-grace': ['service/shutdown.ts'],
  commander: ['cli.ts', 'cli/.+.ts'],
  'content-type': ['service/http/.+.ts'],
  'json-rules-engine': ['model/compile/engine.ts'],
  libsql: ['stores/sqlite/database.ts'],
  'lru-cache': ['access/free-calls.ts', 'common/memo.ts', 'stores/redis/key-memory.ts', 'cli/batch/run.ts'],
  minisearch: ['pages/reference/browser/search.js'],
  munkres: ['operations/choose-mate/assignment.ts'],
  negotiator: ['service/http/request/accept.ts'],
  papaparse: ['cli/batch/input/csv-records.ts'],
  piscina: ['service/threads/pool.ts', 'service/threads/answer-thread.ts'],
  pino: ['[^/]+.ts', 'service/.+.ts'],
  'prom-client': ['[^/]+.ts', 'service/.+.ts'],
  'rate-limiter-flexible': ['stores/.+.ts'],
  redis: ['stores/redis/connection.ts'],
  yaml: ['rules/yaml/parse.ts', 'service/http/contract/document.ts'],
}

/** Stages of inference/, in the order in which a question goes through them. */
const STAGES = ['facts', 'network', 'posterior', 'answers']

const folders = Object.keys(LAYERS)
const anyOf = (names) => names.map((name) => name.replaceAll('.', '\\.')).join('|')

const layerRules = folders.map((folder) => {
  const allowed = folders.filter((other) => other === folder || LAYERS[other] < LAYERS[folder])
  return {
    name: `layer-${folder}`,
    comment: `src/${folder} is layer ${LAYERS[folder]}: it may import ${allowed.join(', ')}`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: `^src/(${anyOf(allowed)})/` },
  }
})

const banRules = Object.entries(BANS).map(([folder, banned]) => ({
  name: `${folder}-stays-apart`,
  comment: `src/${folder} knows nothing of ${banned.join(', ')}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(${anyOf(banned)})/` },
}))

/** Data that goes in and out of inference/: no stage makes it. */
const INFERENCE_DATA = '(question|answer|foal-chances|rules)\\.ts$'

const stageRules = [
  ...STAGES.map((stage, place) => ({
    name: `stage-${stage}`,
    comment: `inference/${stage} may import ${[...STAGES.slice(0, place), 'planning'].join(', ')}: imports go forward along the stages`,
    severity: 'error',
    from: { path: `^src/inference/${stage}/` },
    to: {
      path: '^src/inference/',
      pathNot: `^src/inference/((${anyOf([...STAGES.slice(0, place + 1), 'planning'])})/|${INFERENCE_DATA})`,
    },
  })),
  {
    name: 'stage-planning',
    comment: 'inference/planning serves all stages and knows none of them; nor do the data',
    severity: 'error',
    from: { path: `^src/inference/(planning/|${INFERENCE_DATA})` },
    to: { path: '^src/inference/', pathNot: `^src/inference/(planning/|${INFERENCE_DATA})` },
  },
  {
    name: 'inference-has-one-door',
    comment: 'others ask the engine; of its stages they know nothing but what work costs',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/inference/' },
    to: {
      path: '^src/inference/',
      pathNot: `^src/inference/(create-inference\\.ts$|planning/(planning|weights)\\.ts$|${INFERENCE_DATA})`,
    },
  },
]

const adapterRules = Object.entries(ADAPTERS).map(([name, files]) => ({
  name: `only-one-door-to-${name.replace(/[@/]/g, '-')}`,
  comment: `${name} is imported by ${files.join(', ')} only`,
  severity: 'error',
  from: {
    path: '^src/',
    pathNot: `^src/(${files.map((file) => file.replaceAll('.ts', '\\.ts')).join('|')})$`,
  },
  to: { path: `(^|node_modules/)${name}(/|$)` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'folder-without-layer',
      comment: 'every folder of src/ has a layer here',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: `^src/(${anyOf(folders)})/|${TOP}` },
    },
    ...layerRules,
    ...banRules,
    ...stageRules,
    ...adapterRules,
    {
      name: 'package-without-door',
      comment: 'a package that src/ imports is named in ADAPTERS',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: `node_modules/(${Object.keys(ADAPTERS).join('|')})(/|$)` },
    },
    {
      name: 'no-way-out',
      comment: `${PURE.join(', ')} compute; files and sockets are others' work`,
      severity: 'error',
      from: { path: `^src/(${anyOf(PURE)})/` },
      to: { path: OUTSIDE, dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-dev-dependencies',
      comment: 'they are not installed where the service runs',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}

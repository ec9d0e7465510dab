/**
 * Reads the environment into a frozen Config: all variables with their defaults and limits.
 * Guarantees: an invalid value is refused with the variable's name, the value and what is expected; an empty variable counts as
 * unset.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseAddressList, type AddressList } from '../access/client-address.js'
import { DEFAULT_STORE } from '../stores/open.js'

/** An invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** All cores except one for the event loop. */
const SPARE_CORES = Math.max(1, availableParallelism() - 1)

/** Why WORKERS is refused with any value. Ignoring it would run fewer processes than the operator expects. */
const SEVERAL_PROCESSES =
  'it to be unset, since Robe is one process; to run several on one STORE=redis://…, have systemd, compose or an ' +
  'orchestrator start them (deploy/, docs/operations.md)'
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const PACKAGE_ROOT = new URL('../../../', import.meta.url)

export type Config = ReturnType<typeof readConfig>

/** Throws ConfigError for the first invalid value. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const read = <Value, Default>(
    name: string,
    otherwise: Default,
    expected: string,
    parse: (value: string) => Value | undefined,
  ): Value | Default => {
    const value = text(name)
    if (value === undefined) return otherwise
    const parsed = parse(value)
    if (parsed === undefined) throw new ConfigError(`${name}="${value}": expected ${expected}`)
    return parsed
  }
  const basePath = read('BASE_PATH', '', 'a path such as /v1', readBasePath)
  read('WORKERS', undefined, SEVERAL_PROCESSES, () => undefined)
  return Object.freeze({
    host: text('HOST') ?? '127.0.0.1',
    /** 0: any free port. */
    port: read('PORT', 3000, 'a port from 0 to 65535', integer(0, 65_535)),
    /** Address of the admin port. */
    opsHost: text('OPS_HOST') ?? '127.0.0.1',
    opsHostIsSet: text('OPS_HOST') !== undefined,
    opsPort: read('OPS_PORT', 3001, 'a port from 0 to 65535', integer(0, 65_535)),
    /** Whether the admin port is set explicitly. If so, the start fails if it is not available. */
    opsPortIsSet: text('OPS_PORT') !== undefined,
    /** Undefined: the address that the server listens on. */
    publicUrl: read('PUBLIC_URL', undefined, 'an address such as https://api.example.org', readUrl),
    store: text('STORE') ?? DEFAULT_STORE,
    storeRequired: read('STORE_REQUIRED', 'false', 'true or false', oneOf(['true', 'false'])) === 'true',
    rulesDir: text('RULES_DIR') ?? fileURLToPath(new URL('rules', PACKAGE_ROOT)),
    localesDir: text('LOCALES_DIR') ?? fileURLToPath(new URL('locales', PACKAGE_ROOT)),
    /** Undefined: the first language of the rules. */
    defaultLanguage: text('DEFAULT_LANG'),
    maxResults: read('MAX_RESULTS', 50_000, 'an integer from 1 to 1000000', integer(1, 1_000_000)),
    /** '' or a path such as `/v1`. */
    basePath,
    trustedProxies: readProxies(text('TRUSTED_PROXIES')),
    /** Undefined: no limit. Trusted proxies are exempt. */
    maxConnectionsPerAddress: read(
      'MAX_CONNECTIONS_PER_ADDRESS',
      undefined,
      'an integer from 1 to 1000000',
      integer(1, 1_000_000),
    ),
    /** Whether the page at `/` is served. */
    playground: read('PLAYGROUND', 'on', 'on or off', oneOf(['on', 'off'])) === 'on',
    /** Graceful-shutdown period. */
    stopGraceMs: 1000 * read('STOP_GRACE', 5, 'seconds from 0 to 3600', readSeconds),
    /** `watch`: reload rules when their files change; `off`: only on SIGHUP (shutdown.ts). */
    rulesReload: read('RULES_RELOAD', 'off', 'off or watch', oneOf(['off', 'watch'])),
    /** Number of worker threads for large questions. */
    threads: read('THREADS', SPARE_CORES, 'an integer from 1 to 1024', integer(1, 1024)),
    /** Secret for hashing the addresses of refused clients in the log. Undefined: log them in plain text. */
    logAddressKey: readAddressKey(text('LOG_ADDRESS_KEY')),
    isProduction: text('NODE_ENV') === 'production',
    logLevel: read('LOG_LEVEL', 'info', LOG_LEVELS.join(', '), oneOf(LOG_LEVELS)),
  })
}

/** The value is a secret, so messages do not repeat it. */
function readAddressKey(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 16)
    throw new ConfigError('LOG_ADDRESS_KEY: expected at least 16 characters')
  return value
}

function integer(least: number, most: number): (value: string) => number | undefined {
  return (value) => {
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : NaN
    return number >= least && number <= most ? number : undefined
  }
}

function oneOf<Word extends string>(words: readonly Word[]): (value: string) => Word | undefined {
  return (value) => words.find((each) => each === value)
}

function readSeconds(value: string): number | undefined {
  const seconds = /^[0-9]{1,4}(\.[0-9]{1,3})?$/.test(value) ? Number(value) : NaN
  return seconds <= 3600 ? seconds : undefined
}

function readUrl(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(value)
    ? value.replace(/\/+$/, '')
    : undefined
}

function readBasePath(value: string): string | undefined {
  const path = `/${value.replace(/^\/+|\/+$/g, '')}`
  if (path === '/') return ''
  // Clients resolve dot segments before sending, so such a prefix could not be reached.
  if (/\/\.{1,2}(\/|$)/.test(path)) return undefined
  return /^(\/[A-Za-z0-9._~-]+)+$/.test(path) ? path : undefined
}

function readProxies(value = ''): AddressList {
  try {
    return parseAddressList(value.split(/[\s,]+/).filter((each) => each !== ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`TRUSTED_PROXIES="${value}": ${reason}`)
  }
}

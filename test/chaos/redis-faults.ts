/**
 * Ways for Redis to fail, and back; most are brought about in a real server, some by what stands before it.
 */
import type { Fault } from './redis-run.js'

export const FAULTS: readonly Fault[] = [
  // What the machine does to calls by itself, for comparison.
  { name: 'well', begin() {}, end() {} },
  {
    name: 'killed',
    words: ['--appendonly', 'yes', '--appendfsync', 'always'],
    begin: (redis) => redis.kill(),
    end: (redis) => redis.restart(),
  },
  { name: 'hung', begin: (redis) => redis.freeze(), end: (redis) => redis.thaw() },
  {
    name: 'slow by 30 ms',
    begin: (_redis, proxy) => void (proxy.delay = 30),
    end: (_redis, proxy) => void (proxy.delay = 0),
  },
  {
    name: 'full',
    begin: (redis) => redis.tell('CONFIG', 'SET', 'maxmemory', '1'),
    end: (redis) => redis.tell('CONFIG', 'SET', 'maxmemory', '0'),
  },
  {
    name: 'read-only',
    begin: (redis) => redis.tell('REPLICAOF', '127.0.0.1', '1'),
    end: (redis) => redis.tell('REPLICAOF', 'NO', 'ONE'),
  },
  {
    name: 'closed by another password',
    async begin(redis) {
      await redis.tell('CONFIG', 'SET', 'requirepass', 'another')
      await redis.tell('-a', 'another', '--no-auth-warning', 'CLIENT', 'KILL', 'TYPE', 'normal')
    },
    end: (redis) => redis.tell('-a', 'another', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', ''),
  },
  {
    name: 'loading',
    begin: (_redis, proxy) => void (proxy.answer = '-LOADING Redis is loading the dataset in memory'),
    end: (_redis, proxy) => void (proxy.answer = undefined),
  },
  {
    name: 'moved elsewhere',
    begin: (_redis, proxy) => void (proxy.answer = '-MOVED 866 10.0.0.2:6379'),
    end: (_redis, proxy) => void (proxy.answer = undefined),
  },
  {
    name: 'restarted empty, then restored',
    words: ['--appendonly', 'yes', '--appendfsync', 'always'],
    begin: (redis) => redis.restart({ words: ['--appendonly', 'no', '--dbfilename', 'none.rdb'] }),
    end: (redis) => redis.restart({ words: ['--appendonly', 'yes', '--appendfsync', 'always'] }),
  },
]

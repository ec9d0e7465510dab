/**
 * Whose address counts, and which lists let it in.
 */
import type { IncomingMessage } from 'node:http'
import t from 'tap'
import { clientAddress, isAllowed, parseAddressList } from '../../src/access/client-address.js'

const NO_PROXY: readonly string[] = []
const ONE = ['10.0.0.1']
const NETS = ['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1']

interface Case {
  readonly says: string
  readonly trusted: readonly string[]
  readonly peer: string | undefined
  readonly forwarded?: string
  readonly is: string | undefined
}

/** What stands where an address should, sent by a client or left by a careless proxy. */
const NO_ADDRESS = [
  '',
  ' ',
  '\t',
  ' , ',
  'unknown',
  '_hidden',
  'localhost',
  'for=203.0.113.9',
  '203.0.113.9 203.0.113.9',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.9:',
  '203.0.113.9:port',
  ':443',
  '[203.0.113.9',
  '2001:db8::1]:443',
  '203.0.113.0/24',
  '0',
  '3405803785',
]

const CASES: readonly Case[] = [
  { says: 'no proxy configured: the peer', trusted: NO_PROXY, peer: '203.0.113.7', is: '203.0.113.7' },
  {
    says: 'no proxy configured: a header is a lie',
    trusted: NO_PROXY,
    peer: '203.0.113.7',
    forwarded: '198.51.100.1',
    is: '203.0.113.7',
  },
  {
    says: 'a loopback peer is no proxy by itself',
    trusted: NO_PROXY,
    peer: '127.0.0.1',
    forwarded: '198.51.100.1',
    is: '127.0.0.1',
  },
  {
    says: 'an unconfigured peer cannot forward',
    trusted: ONE,
    peer: '10.0.0.2',
    forwarded: '198.51.100.1',
    is: '10.0.0.2',
  },
  { says: 'a proxy without a header is itself the client', trusted: ONE, peer: '10.0.0.1', is: '10.0.0.1' },
  { says: 'an empty header says nothing', trusted: ONE, peer: '10.0.0.1', forwarded: '', is: '10.0.0.1' },
  {
    says: 'commas alone are empty entries',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: ' , ,',
    is: undefined,
  },
  {
    says: 'an unconfigured peer’s empty entry is as good as none',
    trusted: ONE,
    peer: '10.0.0.2',
    forwarded: '203.0.113.9,',
    is: '10.0.0.2',
  },
  {
    says: 'one proxy, one entry',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'a spoofed left-most entry is not believed',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '192.0.2.66, 198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'a spoofed trusted address on the left is not believed',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '10.0.0.1, 198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'two headers joined by Node are read from the right',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '192.0.2.1, 192.0.2.2, 198.51.100.9',
    is: '198.51.100.9',
  },
  {
    says: 'two proxies in a row',
    trusted: NETS,
    peer: '10.0.0.1',
    forwarded: '198.51.100.1, 10.9.9.9',
    is: '198.51.100.1',
  },
  {
    says: 'a spoof behind two proxies',
    trusted: NETS,
    peer: '10.0.0.1',
    forwarded: '192.0.2.66, 198.51.100.1, 10.9.9.9',
    is: '198.51.100.1',
  },
  {
    says: 'all entries trusted: the left-most',
    trusted: NETS,
    peer: '10.0.0.1',
    forwarded: '10.1.1.1, 10.9.9.9',
    is: '10.1.1.1',
  },
  {
    says: 'spaces are no part of an address',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '  198.51.100.1  ',
    is: '198.51.100.1',
  },
  {
    says: 'no space after the comma',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '192.0.2.66,198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'a tab is no part of an address',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '192.0.2.66,\t198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'a port behind IPv4 is dropped',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '198.51.100.1:5555',
    is: '198.51.100.1',
  },
  {
    says: 'a trusted entry with a port is still trusted',
    trusted: NETS,
    peer: '10.0.0.1',
    forwarded: '198.51.100.1, 10.2.2.2:8080',
    is: '198.51.100.1',
  },
  {
    says: 'brackets and port around IPv6 are dropped',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '[2001:db8::1]:443',
    is: '2001:db8::1',
  },
  {
    says: 'brackets alone are dropped',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '[2001:db8::1]',
    is: '2001:db8::1',
  },
  {
    says: 'IPv6 is not cut at its last colon',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '2001:db8::dead:beef',
    is: '2001:db8::dead:beef',
  },
  { says: 'IPv6 peers are whole', trusted: NO_PROXY, peer: '2001:db8::dead:beef', is: '2001:db8::dead:beef' },
  {
    says: 'IPv6 is shortened and in lower case',
    trusted: NO_PROXY,
    peer: '2001:0DB8:0:0:0:0:DEAD:BEEF',
    is: '2001:db8::dead:beef',
  },
  {
    says: 'IPv6 proxies by range',
    trusted: NETS,
    peer: '2001:db8:1::5',
    forwarded: '2001:db8:2::1',
    is: '2001:db8:2::1',
  },
  {
    says: 'a mapped peer is its IPv4 address',
    trusted: NO_PROXY,
    peer: '::ffff:203.0.113.7',
    is: '203.0.113.7',
  },
  {
    says: 'a mapped peer can be the proxy',
    trusted: NETS,
    peer: '::ffff:127.0.0.1',
    forwarded: '198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'a mapped entry can be the proxy',
    trusted: NETS,
    peer: '10.0.0.1',
    forwarded: '198.51.100.1, ::ffff:10.3.3.3',
    is: '198.51.100.1',
  },
  {
    says: 'a mapped entry in hexadecimal',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '::ffff:c633:6401',
    is: '198.51.100.1',
  },
  {
    says: 'a mapped entry in full',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '0:0:0:0:0:ffff:198.51.100.1',
    is: '198.51.100.1',
  },
  { says: 'a zone is dropped', trusted: NO_PROXY, peer: 'fe80::1%eth0', is: 'fe80::1' },
  {
    says: 'a proxy with a zone is the proxy',
    trusted: ['fe80::1'],
    peer: 'fe80::1%eth0',
    forwarded: '198.51.100.1',
    is: '198.51.100.1',
  },
  { says: 'a word is no address', trusted: ONE, peer: '10.0.0.1', forwarded: 'unknown', is: undefined },
  {
    says: 'garbage on the right hides what is left of it',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '198.51.100.1, unknown',
    is: undefined,
  },
  {
    says: 'garbage on the left changes nothing',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: 'unknown, 198.51.100.1',
    is: '198.51.100.1',
  },
  {
    says: 'two addresses without a comma are none',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '192.0.2.1 192.0.2.2',
    is: undefined,
  },
  {
    says: 'octal lookalikes are no address',
    trusted: ONE,
    peer: '10.0.0.1',
    forwarded: '010.0.0.1',
    is: undefined,
  },
  {
    says: 'octal lookalikes beside a trusted entry are no address',
    trusted: NETS,
    peer: '10.0.0.1',
    forwarded: '203.0.113.9, 010.0.0.1',
    is: undefined,
  },
  ...NO_ADDRESS.flatMap((entry): readonly Case[] => [
    {
      says: `${JSON.stringify(entry)} on the right hides what is left of it`,
      trusted: ONE,
      peer: '10.0.0.1',
      forwarded: `203.0.113.9,${entry}`,
      is: undefined,
    },
    {
      says: `${JSON.stringify(entry)} behind a trusted entry hides what is left of it`,
      trusted: NETS,
      peer: '10.0.0.1',
      forwarded: `203.0.113.9,${entry},10.9.9.9`,
      is: undefined,
    },
    {
      says: `${JSON.stringify(entry)} on the left changes nothing`,
      trusted: ONE,
      peer: '10.0.0.1',
      forwarded: `${entry},203.0.113.9`,
      is: '203.0.113.9',
    },
  ]),
  {
    says: 'a closed socket has no address',
    trusted: ONE,
    peer: undefined,
    forwarded: '198.51.100.1',
    is: undefined,
  },
]

/** Only what the function reads of a request. */
function requestFrom(peer: string | undefined, forwarded: string | undefined): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage
}

for (const { says, trusted, peer, forwarded, is } of CASES) {
  t.test(`client address: ${says}`, async (t) => {
    t.equal(clientAddress(requestFrom(peer, forwarded), parseAddressList(trusted)), is)
  })
}

const LISTS: readonly (readonly [list: readonly string[], address: string | undefined, allowed: boolean])[] =
  [
    [[], '203.0.113.7', true],
    [[], undefined, true],
    [['203.0.113.7'], undefined, false],
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['::ffff:203.0.113.7'], '203.0.113.7', true],
    [['::ffff:10.0.0.0/104'], '10.200.1.1', true],
    [['::ffff:10.0.0.0/104'], '11.0.0.1', false],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.0', false],
    [['10.1.2.3/8'], '10.9.9.9', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:DB8::BEEF'], '2001:db8:0:0:0:0:0:beef', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['::1'], '127.0.0.1', false],
    [['192.0.2.1', '2001:db8::/32'], '192.0.2.1', true],
    [['203.0.113.7'], 'beef', false],
    [['203.0.113.7'], '', false],
  ]

for (const [list, address, allowed] of LISTS) {
  t.test(
    `the list [${list.join(', ')}] ${allowed ? 'lets in' : 'keeps out'} ${String(address)}`,
    async (t) => {
      t.equal(isAllowed(address, list), allowed)
      t.equal(isAllowed(address, list), allowed, 'the second time too')
    },
  )
}

for (const bad of [
  '',
  'x',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '01.2.3.4',
  '1.2.3.4/33',
  '1.2.3.4/-1',
  '1.2.3.4/',
  '1.2.3.4/255.0.0.0',
  '1.2.3.4/8/8',
  '1.2.3.4:80',
  '[::1]',
  '::1/129',
  '::ffff:1.2.3.4/95',
  'fe80::1%eth0',
  'loopback',
  ' 1.2.3.4',
]) {
  t.test(`"${bad}" is refused with a sentence that quotes it`, async (t) => {
    t.throws(() => parseAddressList(['10.0.0.1', bad]), {
      message: `"${bad}" is neither an IP address nor a CIDR range; expected for example 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32`,
    })
  })
}

for (const bad of ['0.0.0.0/0', '::/0', '::ffff:0.0.0.0/96']) {
  t.test(`"${bad}" is refused as a list of everybody`, async (t) => {
    t.throws(() => parseAddressList([bad]), {
      message: `"${bad}" covers every address, which restricts nothing: list the addresses to allow`,
    })
  })
}

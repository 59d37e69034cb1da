import { test } from 'tap'
import { leafOfEntry } from './entry.ts'
import {
  consistencyProof,
  emptyRoot,
  inclusionProof,
  incrementalTree,
  nodeHash,
  rootHash,
  type Nodes,
} from './merkle.ts'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/** The eight leaves of the test vectors of certificate transparency, and the root for each tree size. */
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((entry) => leafOfEntry(Buffer.from(entry, 'hex').toString()))
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const nodesOf = (leaves: readonly Uint8Array[]): Nodes => {
  const nodes: Nodes = async (level, index) =>
    level === 0
      ? leaves[index]!
      : nodeHash(await nodes(level - 1, 2 * index), await nodes(level - 1, 2 * index + 1))
  return nodes
}

test('roots match the published test vectors', async (t) => {
  const tree = incrementalTree()
  for (const [size, known] of knownRoots.entries()) {
    t.equal(hex(await rootHash(nodesOf(entries), size)), known, `of ${size}`)
    t.equal(hex(tree.root()), known, `of ${size}, leaf by leaf`)
    if (size < entries.length) tree.add(entries[size]!)
  }
  t.equal(hex(emptyRoot), knownRoots[0])
})

test('proofs match the published test vectors', async (t) => {
  const nodes = nodesOf(entries)
  t.same((await inclusionProof(nodes, 0, 8)).map(hex), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  t.same((await consistencyProof(nodes, 2, 5)).map(hex), [
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ])
  t.same(await inclusionProof(nodes, 0, 1), [])
  t.same(await consistencyProof(nodes, 0, 8), [])
  t.same(await consistencyProof(nodes, 8, 8), [])
})

import { emptyRoot, nodeHash } from './merkle.ts'

/** Keeps only the roots of complete subtrees, so memory grows with log(size). */
export const incrementalTree = () => {
  const roots: { readonly leaves: number; readonly hash: Uint8Array }[] = []
  let size = 0
  return {
    size: () => size,
    add: (leaf: Uint8Array): void => {
      size++
      let added = { leaves: 1, hash: leaf }
      while (roots.at(-1)?.leaves === added.leaves) {
        const left = roots.pop()!
        added = { leaves: 2 * left.leaves, hash: nodeHash(left.hash, added.hash) }
      }
      roots.push(added)
    },
    root: (): Uint8Array =>
      roots.length === 0
        ? emptyRoot
        : roots.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right)),
  }
}

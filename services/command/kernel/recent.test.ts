import { test } from 'tap'
import { recent } from './recent.ts'

test('the latest half is kept, and never more than all', async (t) => {
  const map = recent<number, string>(10)
  for (let key = 1; key <= 1_000; key++) {
    map.set(key, `v${key}`)
    t.ok(map.all().size <= 10)
    for (let late = Math.max(1, key - 4); late <= key; late++) t.equal(map.get(late), `v${late}`)
  }
  t.equal(map.get(1), undefined)
})

test('what is asked for is not forgotten, what is deleted is, and what is set again is new', async (t) => {
  const map = recent<string, number>(10)
  map.set('asked', 1)
  map.set('deleted', 1)
  for (let i = 0; i < 100; i++) {
    map.set(`other ${i}`, i)
    t.equal(map.get('asked'), 1)
  }
  map.set('old', 1)
  for (let i = 0; i < 4; i++) map.set(`one ${i}`, i)
  map.set('old', 2)
  t.equal(map.get('old'), 2)
  t.equal(map.all().get('old'), 2)
  map.delete('old')
  t.equal(map.get('old'), undefined)
  t.equal(map.get('deleted'), undefined)
})

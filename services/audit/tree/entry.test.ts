import { test } from 'tap'
import { entryOf, leafOf } from './entry.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

const event = {
  id: '0198c0de-0000-7000-8000-000000000001',
  stream: 'componenttype-1',
  revision: 3n,
  position: 12_345n,
  type: 'ItemPriced',
  ticks: 17_826_048_001_234_567n,
  isJson: true,
  data: utf8('{"id":1,"costPrice":124.88,"note":"Årspris"}'),
  metadata: utf8('{"user":"kari"}'),
}

test('the bytes of an entry never change', async (t) => {
  t.equal(
    entryOf(event),
    '{"id":"0198c0de-0000-7000-8000-000000000001","stream":"componenttype-1","revision":"3",' +
      '"position":"12345","type":"ItemPriced","time":"2026-06-28T00:00:00.1234567Z",' +
      '"data":{"id":1,"costPrice":124.88,"note":"Årspris"},"metadata":{"user":"kari"}}',
  )
  t.equal(
    leafOf(event).toString('hex'),
    '344a9a7ef8e8279b6de445ce23871106d1a482322a25486ed2846a6cab4e0590',
  )
})

test('data that is not JSON is base64, and empty data is left out', async (t) => {
  const nothing = new Uint8Array()
  const ending = (change: Partial<typeof event>) => entryOf({ ...event, ...change }).split('Z"')[1]
  t.equal(ending({ data: nothing, metadata: nothing }), '}')
  t.equal(ending({ data: utf8('{\n}'), metadata: nothing }), ',"dataBase64":"ewp9"}')
  t.equal(
    ending({ data: utf8('{},"metadata":{}'), metadata: nothing }),
    ',"dataBase64":"e30sIm1ldGFkYXRhIjp7fQ=="}',
  )
  t.equal(ending({ data: utf8('{}'), isJson: false, metadata: nothing }), ',"dataBase64":"e30="}')
  t.equal(
    ending({ data: Uint8Array.of(0x22, 0xff, 0x22), metadata: nothing }),
    ',"dataBase64":"Iv8i"}',
  )
})

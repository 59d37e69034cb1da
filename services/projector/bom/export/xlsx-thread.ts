import { parentPort, workerData } from 'node:worker_threads'
import { workbook, type Workbook } from './workbook.ts'

const file = await workbook(workerData as Workbook)
parentPort!.postMessage(file)

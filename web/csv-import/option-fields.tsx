import {
  priceFileDefaults,
  type ImportOptions,
  type PriceFileOptions,
} from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { RecordSelect } from '../fields/record-select.tsx'
import { Select } from '../fields/select.tsx'
import { capitalise } from '../lib/text.ts'
import type { FileKind } from './file-drop.tsx'
import { Labelled, LabelledSelect } from './import-fields.tsx'

type Props = {
  entity: Entity
  options: ImportOptions
  onChange: (options: ImportOptions) => void
  disabled: boolean
}

/** How rows and records are to be matched, and what happens to those that match. */
const CsvFields = ({ entity, options, onChange, disabled }: Props) => {
  const { csv, fields, noun } = entity
  const identifiers = csv?.identifiers ?? []
  const change = (some: Partial<ImportOptions>) => onChange({ ...options, ...some })
  return (
    <div className="flex flex-wrap gap-3">
      <LabelledSelect
        label={`${capitalise(noun.many)} som finnes fra før`}
        disabled={disabled}
        value={options.updateBehavior}
        options={{ update: 'Oppdater dem', skip: 'Hopp over dem' }}
        onChange={(updateBehavior) => change({ updateBehavior })}
      />
      {identifiers.length > 1 && (
        <LabelledSelect
          label="Unik nøkkel"
          disabled={disabled}
          // Sent only once it is chosen: a file without it is then refused, not matched by another.
          value={options.uniqueIdentifier ?? identifiers[0]!}
          options={Object.fromEntries(identifiers.map((key) => [key, fields[key]!.label]))}
          onChange={(uniqueIdentifier) => change({ uniqueIdentifier })}
        />
      )}
      <LabelledSelect
        label="En tom celle"
        disabled={disabled}
        value={options.emptyCells}
        options={{ keep: 'Lar feltet stå', clear: 'Tømmer feltet' }}
        onChange={(emptyCells) => change({ emptyCells })}
      />
    </div>
  )
}

/** How a wholesaler's price file is to be taken. */
const PriceFileFields = ({ options: all, onChange, disabled }: Props) => {
  const { priceFile: options = priceFileDefaults } = all
  const { supplier, otherSuppliers, unknownItems, priceType, otherDates } = options
  const one = typeof supplier === 'number' ? supplier : null
  const change = (some: Partial<PriceFileOptions>) =>
    onChange({ ...all, priceFile: { ...options, ...some } })
  return (
    <>
      <p className="text-sm text-muted">
        Filen gir priser til komponenter med samme El-nummer. Bruttopris blir listepris, nettopris
        blir kostpris. Står det en rabatt, blir kostprisen regnet ut av den.
      </p>
      <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
        <Labelled label="Gjelder komponenter fra">
          <RecordSelect
            collection="suppliers"
            value={one}
            none="Filens grossist"
            // New components need a supplier to be of.
            onChange={(id) =>
              change(id === null ? { supplier: 'file', unknownItems: 'skip' } : { supplier: id })
            }
            field={{}}
          />
        </Labelled>
        <LabelledSelect
          label="Andre leverandørers komponenter"
          value={otherSuppliers}
          options={{ skip: 'La dem stå', take: 'Gi dem pris også' }}
          onChange={(value) => change({ otherSuppliers: value })}
        />
        <Labelled label="Varer som ikke er komponenter">
          <Select
            value={unknownItems}
            onChange={({ target }) =>
              change({ unknownItems: target.value as PriceFileOptions['unknownItems'] })
            }
          >
            <option value="skip">Hopp over dem</option>
            <option value="create" disabled={one === null}>
              {one !== null ? 'Opprett dem' : 'Opprett dem (velg leverandør)'}
            </option>
          </Select>
        </Labelled>
        <LabelledSelect
          label="Priser uten pristype er"
          value={priceType}
          options={{ file: 'Som filtypen tilsier', B: 'Bruttopriser', N: 'Nettopriser' }}
          onChange={(value) => change({ priceType: value })}
        />
        <LabelledSelect
          label="Priser som ikke gjelder i dag"
          value={otherDates}
          options={{ skip: 'Ta dem ikke med', take: 'Ta dem med' }}
          onChange={(value) => change({ otherDates: value })}
        />
      </fieldset>
    </>
  )
}

export const OptionFields = ({ kind, ...props }: Props & { kind: FileKind }) =>
  kind === 'priceFile' ? <PriceFileFields {...props} /> : <CsvFields {...props} />

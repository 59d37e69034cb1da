/** What a sample assembly holds: quantities by the keys of the other files, and of the assemblies before it. */
export type SampleAssembly = {
  readonly name: string
  readonly description: string
  readonly type: string
  readonly drawingNumber?: string
  readonly components?: Readonly<Record<string, number>>
  readonly motors?: Readonly<Record<string, number>>
  readonly sensors?: Readonly<Record<string, number>>
  readonly subassemblies?: Readonly<Record<string, number>>
  readonly attributes?: readonly { description: string; value: string; unit?: string }[]
}

/** A conveyor line in three levels, innermost first, so that each can be linked to those before it. */
export const assemblies: Readonly<Record<string, SampleAssembly>> = {
  ramme: {
    name: 'Bærende ramme 2 m',
    description: 'Ramme i aluminiumsprofil med fire stillbare føtter.',
    type: 'Modul',
    drawingNumber: 'TB-100-101',
    components: { profil: 11, fot: 4, vinkel: 12, skrue: 48 },
    attributes: [
      { description: 'Lengde', value: '2000', unit: 'mm' },
      { description: 'Høyde', value: '750', unit: 'mm' },
      { description: 'Maks last', value: '120', unit: 'kg' },
    ],
  },
  drivenhet: {
    name: 'Drivenhet 0,55 kW',
    description: 'Girmotor på drivtrommel, med motorvern og kabel.',
    type: 'Modul',
    drawingNumber: 'TB-100-102',
    components: { drivtrommel: 1, lager: 2, motorvern: 1, kabel: 8, skrue: 12 },
    motors: { drivmotor: 1 },
    sensors: { induktiv: 1 },
    attributes: [
      { description: 'Båndhastighet', value: '0,21', unit: 'm/s' },
      { description: 'Effekt', value: '0,55', unit: 'kW' },
    ],
  },
  strammestasjon: {
    name: 'Strammestasjon',
    description: 'Vendetrommel med avskraper i motsatt ende av drivenheten.',
    type: 'Modul',
    drawingNumber: 'TB-100-103',
    components: { vendetrommel: 1, lager: 2, avskraper: 1, skrue: 8 },
  },
  fotocelleportal: {
    name: 'Fotocelleportal',
    description: 'To fotoceller med refleks på hver side av båndet.',
    type: 'Modul',
    components: { refleks: 2, sensorkabel: 2, profil: 2, vinkel: 4 },
    sensors: { fotocelle: 2 },
    attributes: [{ description: 'Rekkevidde', value: '4', unit: 'm' }],
  },
  baandmodul: {
    name: 'Båndmodul 2 m',
    description: 'Komplett bånd på to meter: ramme, drivenhet, strammestasjon og belte.',
    type: 'Stasjon',
    drawingNumber: 'TB-100-201',
    components: { belte: 5, baererulle: 8 },
    subassemblies: { ramme: 1, drivenhet: 1, strammestasjon: 1 },
    attributes: [
      { description: 'Båndbredde', value: '500', unit: 'mm' },
      { description: 'Kapasitet', value: '900', unit: 'kolli/time' },
    ],
  },
  sortering: {
    name: 'Sorteringsstasjon',
    description: 'Båndmodul med avviserarm, målehjul og fotocelleportal.',
    type: 'Stasjon',
    drawingNumber: 'TB-100-202',
    components: { avviserarm: 1, sensorkabel: 2 },
    motors: { avviser: 1 },
    sensors: { enkoder: 1 },
    subassemblies: { baandmodul: 1, fotocelleportal: 1 },
  },
  rullebane: {
    name: 'Drevet rullebane 1 m',
    description: 'Kort buffer med trommelmotor mellom stasjonene.',
    type: 'Stasjon',
    components: { baererulle: 10, profil: 4, fot: 4, skrue: 24 },
    motors: { rullemotor: 1 },
  },
  styring: {
    name: 'Styring og sikkerhet',
    description: 'Styreskap med sikkerhetsrelé, og nødstopp langs linjen.',
    type: 'Elektro',
    drawingNumber: 'TB-100-301',
    components: { skap: 1, relé: 2, noedstopp: 4, motorvern: 6, kabel: 60 },
    attributes: [{ description: 'Forsyning', value: '400', unit: 'V' }],
  },
  linje: {
    name: 'Transportbåndlinje TB-100',
    description: 'Linje fra innmating til utmating med to sorteringer.',
    type: 'Linje',
    drawingNumber: 'TB-100-000',
    components: { skrue: 40 },
    subassemblies: { baandmodul: 4, sortering: 2, rullebane: 3, fotocelleportal: 2, styring: 1 },
    attributes: [
      { description: 'Total lengde', value: '15', unit: 'm' },
      { description: 'Støynivå', value: '68', unit: 'dB' },
    ],
  },
}

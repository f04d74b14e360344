/** The picture of `:mrgreen:`, a green face that grins, which no character shows: 40 by 40 pixels, drawn for this plugin. */
export const MRGREEN = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoBAMAAAB+0KVeAAAAMFBMVEUwfh1MaXEufRsufBsufRtbvzodThL///9SsDMqZhtDmSpvjminuqNI' +
    'bz+Opojv8+9JjAmfAAAABXRSTlP9AKg8YezitrQAAAAJcEhZcwAACxMAAAsTAQCanBgAAAGGSURBVCjPdZO9TgJBEMdHPgyhEvABAH0A4AnQ' +
    'J7hmyXGVjRNPJZYXo0GaM0DPiVbXYPAJLIRWC7ClQWLJG2hl4szeHnfg+c8mu/vL7szszCxkPOUOi8X9stqAN1VAai8MK5BuC9F2FZUwC0Mh' +
    '1YWCD3MwEEoGlBWspsRKrYQHd8EOoA4HEpaSIqRWXMLwQT7KMJsSa2oVCJYG69CIE8xzfGkPuBSvHstAjvYaYp9ZB5GcumVgk9uISN50mo7Y' +
    'KOwkhYGnHewJUcf+Iw6EtgXkx6BjDkOTlrSNQ5XuUYYMtjmQSz0BeVtsSI9BXvzR/1C7DympYA1DOpbQFrU76+rNai6t62frsseOKKT6RQC/' +
    'ehwSB38ewFcZPD1Tb0zfR9MJjY/pzOZnckKcl/FcDVMmhFN3++lf/zmRqeMka2c+nHGYqhzO3INjU5WDjWo4+m4ubyaceFk4WeInbCwWM3zw' +
    'S5wpcY1dB9FMBc2g2ka3w20T2WDUikOfdVetGNm00e0d/RE2vswvKN3z1MWRRCoAAAAASUVORK5CYII=',
  'base64',
);

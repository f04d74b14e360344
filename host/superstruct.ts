/** The structs of options, as the host has them: a plugin that imports `tappet/superstruct` needs no package beside tappet. */
export * from 'superstruct';

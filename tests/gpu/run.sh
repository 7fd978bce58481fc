#!/bin/sh
# Checks and measures offcy's modules on this machine's GPU: needs Python (3.11 or newer), NumPy and the driver, and nvcc
# for the comparison with CUDA. run.sh [OUT]: the figures go to OUT (default: results).
# OFFCY_LARGE: how many elements the arrays of large.py have, as 4400000002, which takes 45 GB and some minutes (default: it does not run).
# OFFCY_PYTHON: another Python than python3. OFFCY_BENCH_OPTIONS: of benches/gpu/run.py, as --scale 0.1.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/results}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here" || exit 3
python=${OFFCY_PYTHON:-python3}
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMP_TARGET_OFFLOAD=MANDATORY

"$python" -c 'import sys, numpy; assert sys.version_info >= (3, 11)' || exit 3
if command -v nvidia-smi >/dev/null; then
    nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader | tee "$out/device.txt"
fi

cuda=
if command -v nvcc >/dev/null; then
    mkdir -p "$out/cuda"
    for kernels in kernels npbench; do
        nvcc -O3 -arch=native -Xcompiler -fPIC -shared "benches/gpu/$kernels.cu" -o "$out/cuda/$kernels.so" || exit 3
    done
    cuda="--cuda $out/cuda"
else
    echo "no nvcc: offcy's figures alone"
fi

"$python" -P tests/gpu/check.py programs >"$out/checks.txt" 2>&1
status=$?
cat "$out/checks.txt"

if [ -n "${OFFCY_LARGE:-}" ]; then
    "$python" -P tests/gpu/large.py large --elements "$OFFCY_LARGE" >"$out/large.txt" 2>&1 || status=1
    cat "$out/large.txt"
fi

# shellcheck disable=SC2086
"$python" -P benches/gpu/run.py kernels $cuda ${OFFCY_BENCH_OPTIONS:-} --output "$out/kernels.json" >"$out/kernels.md" || status=1
cat "$out/kernels.md"
exit $status

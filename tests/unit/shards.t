#!/bin/sh
# Shards of a sweep: run one by one, by GNU parallel, and as an array of a real Slurm on this machine; one is killed and run again; merged
# they are the whole sweep, byte by byte. What is missing, contradicts or was altered is said.
. tests/tap.sh

slurm=

same() { cmp -s "$1" "$2"; }
at_exit() {
    for name in slurmd slurmctld munged; do [ -f "$dir/$name.pid" ] && kill "$(cat "$dir/$name.pid")" 2>/dev/null; done
    [ "$slurm" ] && sleep 1
}

cat >"$dir/it's.ws" <<'END'
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 1
set length exponential 100
seed 3
warmup 1000
@60000 end
END
cd "$dir" || exit 1
sweep() { "$W" sweep "it's.ws" --vary load=0.05:0.2:0.05 --vary "length=fixed 50,exponential 100" --replicas 2 "$@" 2>>err; }
sweep -o all.json
sweep -o all.csv

# ---- one by one ----
for format in json csv; do
    for k in 1 2 3; do sweep --shard $k/3 -o "hand.$k-of-3.$format"; done
    check "$format: three shards share 16 points" [ "$(cat hand.*-of-3.$format | grep -vc '^sweep,')" -eq 16 ]
    check "$format: merged in any order" exits 0 "$W" merge hand.3-of-3.$format hand.1-of-3.$format hand.2-of-3.$format -o hand.$format
    check "$format: they are the whole sweep" same all.$format hand.$format
    check "$format: also by way of standard output" sh -c "'$W' merge hand.*-of-3.$format | cmp -s - all.$format"
    check "$format: one that is missing: 1" exits 1 "$W" merge hand.1-of-3.$format hand.3-of-3.$format -o part.$format
    check "$format: its points are named" has '5 of 16 points are missing: 1, 4, 7, 10, 13$' err
    sweep -o part.$format
    check "$format: a sweep fills in what is missing" same all.$format part.$format
    check "$format: the same row twice is one" exits 0 "$W" merge hand.*-of-3.$format hand.2-of-3.$format -o hand.$format
    sed '2s/0/9/' hand.2-of-3.$format >bad.$format
    check "$format: an altered row: 1" exits 1 "$W" merge hand.1-of-3.$format bad.$format hand.3-of-3.$format
    check "$format: is named, and its point missing" has "bad.$format: 1 row altered: left out; the first: line 2$" err
    check "$format: and no other" has '1 of 16 points are missing: ' err
    "$W" sweep "it's.ws" --vary load=0.1 --shard 1/2 -o "other.$format" 2>err
    check "$format: rows of another sweep: 2" exits 2 "$W" merge hand.1-of-3.$format "other.$format"
done
# A row with a right seal that says something else: both are left out.
if command -v python3 >/dev/null; then
    head -n 1 hand.2-of-3.json | python3 -c "
import struct, sys
P = (2654435761, 2246822519, 3266489917, 668265263, 374761393)
M = 0xffffffff
rol = lambda x, r: (x << r | x >> (32 - r)) & M
def xxh32(data):
    lanes = [(P[0] + P[1]) & M, P[1], 0, -P[0] & M]
    at = 0
    while at + 16 <= len(data):
        for i, word in enumerate(struct.unpack('<4I', data[at:at + 16])):
            lanes[i] = rol((lanes[i] + word * P[1]) & M, 13) * P[0] & M
        at += 16
    h = sum(rol(lanes[i], r) for i, r in enumerate((1, 7, 12, 18))) & M if len(data) >= 16 else P[4]
    h = (h + len(data)) & M
    while at + 4 <= len(data):
        h = rol((h + struct.unpack('<I', data[at:at + 4])[0] * P[2]) & M, 17) * P[3] & M
        at += 4
    for byte in data[at:]:
        h = rol((h + byte * P[4]) & M, 11) * P[0] & M
    for shift, factor in ((15, P[1]), (13, P[2]), (16, 1)):
        h = (h ^ h >> shift) * factor & M
    return h
text, seal = sys.stdin.read().rstrip('\n').rsplit(',\"seal\":\"', 1)
assert '%08x' % xxh32(text.encode()) == seal[:8], 'the seal is XXH32 of what stands before it'
text = text.replace('\"accepted\":0.0', '\"accepted\":0.9', 1)
print('%s,\"seal\":\"%08x\"}' % (text, xxh32(text.encode())))
" >forged.json 2>err
    check "a row with a seal that fits, and other figures: 1" exits 1 "$W" merge hand.1-of-3.json forged.json hand.2-of-3.json hand.3-of-3.json
    check "contradicts the other" has 'hand.2-of-3.json:1: contradicts point 1 of forged.json:1; both are left out' err
    check "and the point is missing" has '1 of 16 points are missing: 1$' err
fi
check "nothing to merge: 2" exits 2 "$W" merge
check "no such file: 3" exits 3 "$W" merge no/such
for wrong in 0/3 4/3 1 a/b 1/0 auto; do check "--shard $wrong: 2" exits 2 "$W" sweep "it's.ws" --vary load=0.1 --shard $wrong; done
SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=3 sweep --shard auto --json >auto
check "--shard auto is the task of a Slurm array" same auto hand.3-of-3.json

# ---- killed and run again ----
"$W" sweep "it's.ws" --vary load=0.05:0.2:0.05 --vary "length=fixed 50,exponential 100" --replicas 2 --shard 2/4 -j 1 \
    -o kill.2-of-4.json 2>>err &
victim=$!
for _ in $(seq 3000); do [ -s kill.2-of-4.json ] && break; sleep 0.02; done
kill -9 $victim 2>/dev/null
wait $victim 2>/dev/null
check "a shard that was killed has whole rows" [ "$(grep -vc '"seal":"[0-9a-f]*"}$' kill.2-of-4.json)" -eq 0 ]
for k in 1 2 3 4; do sweep --shard $k/4 -o kill.$k-of-4.json; done
"$W" merge kill.*-of-4.json -o kill.json 2>err
check "run again, all are the whole sweep" same all.json kill.json

# ---- GNU parallel ----
check "--emit parallel prints a command for each shard" exits 0 "$W" sweep "it's.ws" --vary load=0.05:0.2:0.05 \
    --vary "length=fixed 50,exponential 100" --replicas 2 --emit parallel --shards 4 -o gnu.json
cp out commands
check "four lines" [ "$(wc -l <commands)" -eq 4 ]
check "and no row" [ ! -e gnu.1-of-4.json ]
if parallel --version 2>/dev/null | grep -q 'GNU parallel'; then
    HOME=$dir parallel --will-cite -j 2 <commands >out 2>&1
    check "GNU parallel runs them" [ "$(find . -name 'gnu.*-of-4.json' | wc -l)" -eq 4 ]
    rm -f gnu.3-of-4.json
    sed -n 3p commands | HOME=$dir parallel --will-cite >out 2>&1
    check "merged" exits 0 "$W" merge gnu.*-of-4.json -o gnu.json
    check "they are the whole sweep" same all.json gnu.json
else
    skip "there is no GNU parallel"
fi

# ---- Slurm, on this machine alone ----
check "--emit slurm prints a script" exits 0 "$W" sweep "it's.ws" --vary load=0.05:0.2:0.05 \
    --vary "length=fixed 50,exponential 100" --replicas 2 --emit slurm --shards 4 -j 1 -o hpc.json
cp out job.sh
check "that the shell can read" sh -n job.sh
check "of an array" has '^#SBATCH --array=1-4$' job.sh

slurm_begin() { # brings up munge and Slurm in $dir; false, with $why, if that cannot be
    for program in munged slurmctld slurmd sbatch squeue sinfo; do
        command -v $program >/dev/null || { why="$program is not installed (Debian: slurm-wlm, munge)"; return 1; }
    done
    [ "$(id -u)" = 0 ] || { why="Slurm's daemons want root"; return 1; }
    slurm=yes
    host=$(hostname -s)
    chmod 755 "$dir"
    mkdir -p state spool run
    chmod 755 run
    head -c 1024 /dev/urandom >munge.key
    chmod 400 munge.key
    # munged runs as whoever starts it; its files must be safe from others, or --force.
    munged --force --key-file="$dir/munge.key" --socket="$dir/run/munge.socket" --pid-file="$dir/munged.pid" \
        --log-file="$dir/munged.log" --seed-file="$dir/munge.seed" >munge.out 2>&1 || { why="munged does not start: $(tail -n 1 munge.out)"; return 1; }
    port=$((20000 + $$ % 20000))
    cat >slurm.conf <<END
ClusterName=wormscope
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
END
    export SLURM_CONF=$dir/slurm.conf
    slurmctld -c >ctld.out 2>&1 || { why="slurmctld does not start: $(tail -n 1 ctld.out)"; return 1; }
    slurmd -N "$host" >slurmd.out 2>&1 || slurmd >slurmd.out 2>&1 || { why="slurmd does not start: $(tail -n 1 slurmd.out)"; return 1; }
    for _ in $(seq 60); do
        sinfo -h -o %T 2>/dev/null | grep -q idle && return 0
        sleep 0.5
    done
    why="the node of Slurm does not become idle: $(tail -n 1 slurmd.log 2>/dev/null)"
    return 1
}
await() { # await JOB: until no task of it is left; at most two minutes
    for _ in $(seq 240); do
        [ "$(squeue -h -j "$1" 2>/dev/null | wc -l)" -eq 0 ] && return 0
        sleep 0.5
    done
    return 1
}

if slurm_begin; then
    job=$(sbatch --parsable job.sh 2>sbatch.err)
    check "sbatch takes it" [ "$job" ]
    await "$job"
    check "all shards have come" [ "$(find . -name 'hpc.*-of-4.json' | wc -l)" -eq 4 ]
    : >hpc.2-of-4.json
    sed -i '2,$d' hpc.4-of-4.json
    check "one lost, one cut: missing points" exits 1 "$W" merge hpc.1-of-4.json hpc.3-of-4.json hpc.4-of-4.json -o hpc.json
    job=$(sbatch --parsable --array=2,4 job.sh 2>sbatch.err)
    await "$job"
    check "these two once more, merged" exits 0 "$W" merge hpc.1-of-4.json hpc.2-of-4.json hpc.3-of-4.json hpc.4-of-4.json -o hpc.json
    check "are the whole sweep" same all.json hpc.json
else
    skip "no Slurm: $why"
fi
tap_end

/* sha256.c - see sha256.h. */
#include "export/sha256.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    BLOCK = 64,
    WORDS = 16,
    ROUNDS = 64,
    DIGEST = 32,
    LENGTH = 8,
};

static const uint32_t root[ROUNDS] = {
#include "export/sha256.def"
};

static uint32_t turn(uint32_t word, int by) {
    return word >> by | word << (32 - by);
}

/* The functions of the standard, section 4.1.2, by its names. */
static uint32_t sum_0(uint32_t word) {
    uint32_t sum = turn(word, 2);
    sum ^= turn(word, 13);
    sum ^= turn(word, 22);
    return sum;
}

static uint32_t sum_1(uint32_t word) {
    uint32_t sum = turn(word, 6);
    sum ^= turn(word, 11);
    sum ^= turn(word, 25);
    return sum;
}

static uint32_t sigma_0(uint32_t word) {
    uint32_t sum = word >> 3;
    sum ^= turn(word, 7);
    sum ^= turn(word, 18);
    return sum;
}

static uint32_t sigma_1(uint32_t word) {
    uint32_t sum = word >> 10;
    sum ^= turn(word, 17);
    sum ^= turn(word, 19);
    return sum;
}

static uint32_t choose(const uint32_t *three) {
    uint32_t yes = three[0] & three[1];
    uint32_t no = ~three[0] & three[2];
    return yes ^ no;
}

static uint32_t majority(const uint32_t *three) {
    uint32_t both = three[1] & three[2];
    uint32_t either = three[1] ^ three[2];
    return (three[0] & either) ^ both;
}

static void schedule(const unsigned char *block, uint32_t word[ROUNDS]) {
    for (int i = 0; i < BLOCK; i++)
        word[i / 4] = word[i / 4] << 8 | block[i];
    for (int i = WORDS; i < ROUNDS; i++) {
        word[i] = word[i - 16];
        word[i] += word[i - 7];
        word[i] += sigma_0(word[i - 15]);
        word[i] += sigma_1(word[i - 2]);
    }
}

static void block_consume(uint32_t hash[8], const unsigned char *block) {
    uint32_t word[ROUNDS] = {0};
    uint32_t part[9]; /* from 1: a to h */
    schedule(block, word);
    memcpy(part + 1, hash, 8 * sizeof *part);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t first = part[8];
        first += root[i];
        first += word[i];
        first += sum_1(part[5]);
        first += choose(part + 5);
        uint32_t second = sum_0(part[1]);
        second += majority(part + 1);
        memmove(part + 2, part + 1, 7 * sizeof *part);
        part[5] += first;
        part[1] = first + second;
    }
    for (int i = 0; i < 8; i++)
        hash[i] += part[i + 1];
}

/* The rest of the bytes, a one bit, zeros, and the length in bits. */
static void rest_consume(uint32_t hash[8], const char *bytes, size_t length) {
    unsigned char tail[2 * BLOCK] = {0};
    size_t left = length % BLOCK;
    size_t whole = BLOCK;
    if (left + 1 + LENGTH > BLOCK)
        whole += BLOCK;
    uint64_t bits = (uint64_t)length * 8;
    memcpy(tail, bytes + length - left, left);
    tail[left] = 0x80;
    for (int i = 0; i < LENGTH; i++)
        tail[whole - 1 - (size_t)i] = (unsigned char)(bits >> (8 * i));
    for (size_t at = 0; at < whole; at += BLOCK)
        block_consume(hash, tail + at);
}

/* Three bytes as four signs; of the last three some may not be there. */
void ws_base64(const unsigned char *bytes, size_t size, char *text) {
    static const char sign[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz"
                               "0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = 0;
        for (size_t j = i; j < i + 3; j++)
            three = three << 8 | (j < size ? bytes[j] : 0);
        for (int shift = 18; shift >= 0; shift -= 6)
            *text++ = sign[three >> shift & 63];
    }
    *text = '\0';
    for (size_t past = size; past % 3 != 0; past++)
        *--text = '=';
}

static const uint32_t begin[8] = {
#include "export/sha256_begin.def"
};

void ws_sha256_base64(const char *bytes, size_t length, char text[WS_SHA256_TEXT]) {
    uint32_t hash[8];
    unsigned char digest[DIGEST];
    size_t whole = length / BLOCK * BLOCK;
    memcpy(hash, begin, sizeof hash);
    for (size_t at = 0; at < whole; at += BLOCK)
        block_consume(hash, (const unsigned char *)bytes + at);
    rest_consume(hash, bytes, length);
    for (int i = 0; i < DIGEST; i++) {
        int shift = 24 - 8 * (i % 4);
        digest[i] = (unsigned char)(hash[i / 4] >> shift);
    }
    ws_base64(digest, DIGEST, text);
}

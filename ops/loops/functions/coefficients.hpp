// ops/loops/functions/coefficients.hpp: written by coefficients.py, which says how.
// The bits are those of the largest error of a polynomial.
#pragma once

// clang-format off
namespace ops::functions {

inline constexpr double ln2_1 = 0x1.62e42fefa39efp-1;
inline constexpr double ln2_2 = 0x1.abc9e3b39803fp-56;
inline constexpr double log2_e_1 = 0x1.71547652b82fep+0;
inline constexpr double log2_e_2 = 0x1.777d0ffda0d24p-56;

// -61.7 bits
inline constexpr double exp_rest[] = {
    0x1.0000000000000p-1,
    0x1.5555555555557p-3,
    0x1.5555555555556p-5,
    0x1.11111111100bep-7,
    0x1.6c16c16c162c3p-10,
    0x1.a01a01abf85abp-13,
    0x1.a01a01a6e1e2ap-16,
    0x1.71de01fdbf9cap-19,
    0x1.27e4db46cddd1p-22,
    0x1.af4e554377204p-26,
    0x1.1f7340dbc337ep-29,
};

// -32.5 bits
inline constexpr double exp_rest_short[] = {
    0x1.0000000ba132cp-1,
    0x1.5555555a800cdp-3,
    0x1.5554e8a22b84cp-5,
    0x1.1110e0c5c7f50p-7,
    0x1.6d43af18200d3p-10,
    0x1.a1256cd2f13c2p-13,
};

// -58.8 bits
inline constexpr double sinh_rest[] = {
    0x1.5555555555556p-3,
    0x1.11111111109a6p-7,
    0x1.a01a01a7cebcdp-13,
    0x1.71de0d85293b8p-19,
    0x1.af390ba7e6f47p-26,
};

// -65.3 bits
inline constexpr double cosh_rest[] = {
    0x1.0000000000000p-1,
    0x1.5555555555557p-5,
    0x1.6c16c16c15a48p-10,
    0x1.a01a01a9f72adp-16,
    0x1.27e4d3f50d87fp-22,
    0x1.1f7f6aa421dd8p-29,
};

// -57.6 bits
inline constexpr double log_rest[] = {
    0x1.5555555555558p-1,
    0x1.9999999995273p-2,
    0x1.2492492dfd86cp-2,
    0x1.c71c62d5e53e0p-3,
    0x1.7462b91b8df65p-3,
    0x1.39fdcceb4bb45p-3,
    0x1.2b5f68a50d903p-3,
};

// -35.8 bits
inline constexpr double log_rest_short[] = {
    0x1.5555554ba8b0ep-1,
    0x1.9999eb9d6ddfep-2,
    0x1.245c273432202p-2,
    0x1.ddd4dad98e4c4p-3,
};
inline constexpr double ln2_short = 0x1.62e42fefa3000p-1;
inline constexpr double ln2_rest = 0x1.3de6af278ece6p-42;
inline constexpr double two_thirds_1 = 0x1.5555555555555p-1;
inline constexpr double two_thirds_2 = 0x1.5555555555555p-55;

// -66.5 bits
inline constexpr double log_rest_of_pow[] = {
    0x1.999999999999ap-2,
    0x1.2492492492491p-2,
    0x1.c71c71c71cfe7p-3,
    0x1.745d1745124c7p-3,
    0x1.3b13b1bd0ead0p-3,
    0x1.1110df7e2b9b8p-3,
    0x1.e1f80a4c22cd4p-4,
    0x1.ac4927065cf5ap-4,
    0x1.b8e0c07ef591ap-4,
};
inline constexpr double half_pi_1 = 0x1.921fb54442d18p+0;
inline constexpr double half_pi_2 = 0x1.1a62633145c07p-54;
inline constexpr double half_pi_3 = -0x1.f1976b7ed8fbcp-110;
inline constexpr double two_over_pi_1 = 0x1.45f306dc9c883p-1;

// -57.3 bits
inline constexpr double sin_rest[] = {
    -0x1.5555555555555p-3,
    0x1.1111111111110p-7,
    -0x1.a01a01a0198cep-13,
    0x1.71de3a5453c9cp-19,
    -0x1.ae6453fcad03fp-26,
    0x1.61216da2f8fb5p-33,
    -0x1.ab0da05433dc6p-41,
};

// -59.9 bits
inline constexpr double cos_rest[] = {
    0x1.5555555555555p-5,
    -0x1.6c16c16c1693ep-10,
    0x1.a01a019f44f97p-16,
    -0x1.27e4fa0b544edp-22,
    0x1.1eeb5bf022724p-29,
    -0x1.907458a591af7p-37,
};

// -35.7 bits
inline constexpr double sin_rest_short[] = {
    -0x1.55555554523bfp-3,
    0x1.11110dd2a633fp-7,
    -0x1.a013814533806p-13,
    0x1.6db1afe0ba73fp-19,
};

// -39.9 bits
inline constexpr double cos_rest_short[] = {
    0x1.55555554fede4p-5,
    -0x1.6c16bf41da972p-10,
    0x1.a015aae9d74b4p-16,
    -0x1.251c0ff25acdfp-22,
};

// -58.1 bits
inline constexpr double atan_rest[] = {
    -0x1.5555555555555p-2,
    0x1.9999999999952p-3,
    -0x1.249249248d684p-3,
    0x1.c71c71c2f37e8p-4,
    -0x1.745d165a9c002p-4,
    0x1.3b139279535a8p-4,
    -0x1.110e81459346ep-4,
    0x1.e19978381e052p-5,
    -0x1.ac761b5db4f38p-5,
    0x1.74c9760b1bea4p-5,
    -0x1.1aff6533dd0e5p-5,
    0x1.0a5f8c60d732dp-6,
};

// -57.3 bits
inline constexpr double asin_rest[] = {
    0x1.5555555555556p-3,
    0x1.3333333332ec4p-4,
    0x1.6db6db6e3292ep-5,
    0x1.f1c71c1d4aa0dp-6,
    0x1.6e8bb1d89492bp-6,
    0x1.1c4d343fa57f6p-6,
    0x1.c9cf3759fd8ffp-7,
    0x1.78246f32d075cp-7,
    0x1.524ea8b3aad31p-7,
    0x1.653a8f8cfd43dp-8,
    0x1.1d661531b222ep-6,
    -0x1.e7a24f548c99dp-7,
    0x1.d78189767524ep-6,
};

// -55.9 bits
inline constexpr double erf_rest[] = {
    0x1.06eba8214db69p-3,
    -0x1.812746b0379e6p-2,
    0x1.ce2f21a042b2ep-4,
    -0x1.b82ce31284d69p-6,
    0x1.565bcd0db9201p-8,
    -0x1.c02db3da7b2aep-11,
    0x1.f9a321cd05c73p-14,
    -0x1.f4d1e26a29ff5p-17,
    0x1.b9df193f1fdadp-20,
    -0x1.5f1e7c06bb629p-23,
    0x1.f7b14dc1f44f0p-27,
    -0x1.38925a42dec1ap-30,
    0x1.05e163d78b59bp-34,
};

// -57.2 bits
inline constexpr double erfc_scaled[] = {
    0x1.6e9827d229d2dp-3,
    -0x1.4e102b9cf8513p-2,
    0x1.f6ff204105a04p-3,
    -0x1.336ffbef08b8ap-3,
    0x1.258b13b00ec66p-4,
    -0x1.8fa58eb5ea92cp-6,
    0x1.17c839090a469p-8,
    0x1.73101f6d2e434p-11,
    -0x1.39085f2b38287p-11,
    0x1.7b9ef7977ceafp-15,
    0x1.0cb2e63fe2177p-14,
    -0x1.af086905fc57fp-17,
    -0x1.0cc37e8e915adp-17,
    0x1.0e3fb74fdc507p-19,
    0x1.56695202d55bcp-20,
    0x1.d0badb83f2cadp-29,
};

// -11.7 bits
inline constexpr double cbrt_inverse[] = {
    0x1.b9e1d1b0103fap+0,
    -0x1.45a22464f1f74p+0,
    0x1.6676753035f12p-1,
    -0x1.3c3cce0275d00p-3,
};
inline constexpr double cbrt_half_1 = 0x1.965fea53d6e3dp-1;
inline constexpr double cbrt_quarter_1 = 0x1.428a2f98d728bp-1;

// 0 and the bits of 2 / pi
#define OPS_TWO_OVER_PI \
  0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, \
  0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u, \
  0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu, \
  0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, \
  0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u

}  // namespace ops::functions
